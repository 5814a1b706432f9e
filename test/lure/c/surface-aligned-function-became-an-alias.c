// exit 0
// old
__attribute__((aligned(32))) int way(int x) { return x & 7; }
// new
static __attribute__((aligned(32))) int body(int x) { return x & 7; }
 int way(int) __attribute__((alias("body")));
