// exit 1
// old
static int body(signed char x) { return x == 5; }
int way(signed char) __attribute__((alias("body")));
// new
static int body(unsigned char x) { return x == 5; }
int way(unsigned char) __attribute__((alias("body")));
