// exit 1
// old
static inline int k(void) { return 3; }
int f(void) { return k(); }
// new
static inline int k(void) { return 4; }
int f(void) { return k(); }
