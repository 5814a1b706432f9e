// exit 0
// says __builtin_constant_p is 0
// old
static inline int h(int x) { return __builtin_constant_p(x) ? 1 : 2; }
int f(void) { return h(3); }
// new
static inline int h(int x) { return 2; }
int f(void) { return h(3); }
