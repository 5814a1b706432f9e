// exit 0
// old
// file a.c
int a(int x) { return x & 1; }
// file b.c
static int __attribute__((unused)) b(int x) { return x & 3; }
// new
// file a.c
int a(int x) { return x & 1; }
