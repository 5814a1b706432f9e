// exit 0
// old
static __attribute__((section("boot"))) int body(int x) { return x & 7; }
 int way(int) __attribute__((alias("body")));
// new
__attribute__((section("boot"))) int way(int x) { return x & 7; }
