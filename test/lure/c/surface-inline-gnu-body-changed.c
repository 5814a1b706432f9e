// exit 1
// old
extern inline __attribute__((gnu_inline)) int h(int x) { return x + 1; }
int f(int x) { return h(x); }
// new
extern inline __attribute__((gnu_inline)) int h(int x) { return x + 2; }
int f(int x) { return h(x); }
