// exit 0
// old
__attribute__((section("boot"))) int way(int x) { return x & 7; }
// new
static __attribute__((section("boot"))) int body(int x) { return x & 7; }
 int way(int) __attribute__((alias("body")));
