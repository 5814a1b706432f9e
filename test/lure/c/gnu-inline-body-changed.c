// exit 1|3
// old
extern inline __attribute__((gnu_inline)) int k(void) { return 3; }
int f(void) { return k(); }
// new
extern inline __attribute__((gnu_inline)) int k(void) { return 4; }
int f(void) { return k(); }
