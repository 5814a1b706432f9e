// exit 0
// old
// file a.c
int a(int x) { return x & 1; }
// file b.c
int v = 3;
int *b(void) { return &v; }
// new
// file a.c
int a(int x) { return x & 1; }
// file b.c
int v = 3;
int *b(void) { return &v; }
