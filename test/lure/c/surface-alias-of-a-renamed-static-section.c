// exit 1
// old
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
static __attribute__((section("boot"))) int inner(int x) { return x & 7; }
int way(int) __attribute__((alias("inner")));
