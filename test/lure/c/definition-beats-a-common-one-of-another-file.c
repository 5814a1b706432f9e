// exit 1|3
// old
// file a.c
int v;
int f(void) { return v; }
// file b.c
int k(void) { return 1; }
// new
// file a.c
int v;
int f(void) { return v; }
// file b.c
int k(void) { return 1; }
int v = 2;
