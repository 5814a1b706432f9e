// exit 0
// old
// file a.c
int f(void) { return 1; }
// file b.c
static int g(void) { return 2; }
static int (*p)(void) = g;
// new
// file a.c
int f(void) { return 1; }
