// exit 1
// says alignment: 32 became default
// old
static __attribute__((aligned(32))) int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
