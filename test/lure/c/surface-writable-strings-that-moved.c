// exit 0
// options --cflags -fwritable-strings
// old
char *g(void) { return "x"; }
char *f(void) { return "abc"; }
// new
char *f(void) { return "abc"; }
char *g(void) { return "x"; }
