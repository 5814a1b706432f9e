// exit 0
// old
extern inline __attribute__((gnu_inline, always_inline)) int k(void) { return 3; }
int f(void) { return k(); }
// new
extern inline __attribute__((gnu_inline, always_inline)) int k(void) { return 3; }
int f(void) { return 3; }
