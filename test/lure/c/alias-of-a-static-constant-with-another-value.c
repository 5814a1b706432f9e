// exit 1|3
// old
static const int impl = 5;
extern const int a __attribute__((alias("impl")));
// new
static const int impl = 6;
extern const int a __attribute__((alias("impl")));
