// exit 0
// old
int body(int x) { return x; }
int one(int) __attribute__((alias("body")));
int two(int) __attribute__((alias("body")));
// new
int body(int x) { return x; }
int one(int) __attribute__((alias("body")));
int two(int) __attribute__((alias("one")));
