// exit 1
// says g (b.c): a function that is gone
// old
// file a.c
int f(void) { return 1; }
// file b.c
int g(void) { return 2; }
// new
// file a.c
int f(void) { return 1; }
