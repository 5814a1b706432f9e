// exit 1|3
// old
int limit(void);
int f(int x) { return x > limit(); }
// new
int limit(void) { return 10; }
int f(int x) { return x > limit(); }
