// exit 0
// old
static __attribute__((pure)) int body(int x) { return x & 7; }
__attribute__((pure)) int way(int) __attribute__((alias("body")));
// new
__attribute__((pure)) int way(int x) { return x & 7; }
