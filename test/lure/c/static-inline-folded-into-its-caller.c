// exit 0
// old
static inline int k(void) { return 3; }
int f(void) { return k(); }
// new
int f(void) { return 3; }
