// exit 3
// says .b.c: a hidden file, which is not read, has changed
// old
// file a.c
int f(void) { return 1; }
// file .b.c
int g(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file .b.c
int g(void) { return 2; }
