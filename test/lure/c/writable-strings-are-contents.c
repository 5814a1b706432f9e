// exit 1
// options --cflags=-fwritable-strings
// old
char *name = "abc";
char first(void) { return name[2]; }
// new
char *name = "abd";
char first(void) { return name[2]; }
