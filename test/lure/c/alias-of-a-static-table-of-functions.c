// exit 1|3
// old
static int a(void) { return 1; }
static int b(void) { return 2; }
static int (*const t[2])(void) = { a, b };
extern int (*const pub[2])(void) __attribute__((alias("t")));
// new
static int a(void) { return 1; }
static int b(void) { return 2; }
static int (*const t[2])(void) = { b, a };
extern int (*const pub[2])(void) __attribute__((alias("t")));
