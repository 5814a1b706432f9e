// exit 1
// options --cflags -fwritable-strings
// old
char *f(void) { return "abc"; }
// new
char *f(void) { return "abd"; }
