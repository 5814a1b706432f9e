// exit 1
// old
int in(void);
int f(void) { for (;;) { int x = in(); if (x < 0) return x; } }
// new
int in(void);
int f(void) { for (;;) { int x = in(); if (x < -1) return x; } }
