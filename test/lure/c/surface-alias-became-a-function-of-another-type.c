// exit 1
// old
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
int way(unsigned x) { return x & 7; }
