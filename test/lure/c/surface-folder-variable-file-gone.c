// exit 1
// old
// file a.c
int f(void) { return 1; }
// file b.c
int v = 2;
// new
// file a.c
int f(void) { return 1; }
