// exit 0
// old
static inline __attribute__((always_inline)) int k(int x) { return x ^ 3; }
int f(int x) { return k(x); }
// new
static int k(int x) { return x ^ 3; }
int f(int x) { return k(x); }
