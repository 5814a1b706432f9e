// exit 0
// says aliases and ifuncs are declared with the C types of what they stand for
// old
int body(int x) { return x; }
int way(int) __attribute__((alias("body")));
// new
int body(int x) { return x; }
unsigned way(unsigned) __attribute__((alias("body")));
