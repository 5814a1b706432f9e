// exit 1
// old
int limit(void) { return 10; }
int f(int x) { return x > limit(); }
// new
int limit(void);
int f(int x) { return x > limit(); }
