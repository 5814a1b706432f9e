// exit 1|3
// old
static const struct { int a; const char *s; } t = { 1, "x" };
extern const int u __attribute__((alias("t")));
// new
static const struct { int a; const char *s; } t = { 1, "y" };
extern const int u __attribute__((alias("t")));
