// exit 1
// says memory(read)
// old
static int body(const int *p) { return *p; }
int way(const int *) __attribute__((alias("body")));
// new
static __attribute__((pure)) int body(const int *p) { return *p; }
__attribute__((pure)) int way(const int *) __attribute__((alias("body")));
