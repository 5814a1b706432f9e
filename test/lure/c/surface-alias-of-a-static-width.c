// exit 1
// old
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
static int body(long x) { return x & 7; }
int way(long) __attribute__((alias("body")));
