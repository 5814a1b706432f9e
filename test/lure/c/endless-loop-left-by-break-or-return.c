// exit 0
// old
int in(void);
int f(void) { for (;;) { int x = in(); if (x < 0) return x; } }
// new
int in(void);
int f(void) { int x; for (;;) { x = in(); if (x < 0) break; } return x; }
