// exit 3
// says moved to a.c
// old
// file a.c
int f(void) { return 1; }
// file b.c
int g(void) { return 2; }
// new
// file a.c
int f(void) { return 1; }
int g(void) { return 2; }
