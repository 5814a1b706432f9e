// exit 0
// options --cflags=-fwritable-strings
// old
char *name = "abc";
char third(void) { return name[2]; }
// new
char *name = "abc";
char third(void) { return *(name + 2); }
