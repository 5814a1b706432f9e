// exit 1
// old
// file a.c
int a(int x) { return x & 1; }
// file b.c
int b(int x) { return x & 3; }
// new
// file a.c
int a(int x) { return x & 1; }
