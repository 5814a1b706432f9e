// exit 1
// says way: parameters
// old
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
static int body(unsigned x) { return x & 7; }
int way(unsigned) __attribute__((alias("body")));
