// exit 3
// old
// file a.c
int f(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file b.c
int s;
__attribute__((constructor)) static void go(void) { s = 1; }
