// exit 0
// says g (b.c)
// old
// file a.c
int f(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file b.c
int g(void) { return 2; }
