// exit 1
// old
int in(void);
int f(int x) { return x > 0 && in(); }
// new
int in(void);
int f(int x) { return (x > 0) & (in() != 0); }
