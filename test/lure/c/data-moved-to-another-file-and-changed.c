// exit 1|3
// old
// file a.c
int a(int x) { return x & 1; }
int level = 3;
// file b.c
int b(int x) { return x & 1; }
// new
// file a.c
int a(int x) { return x & 1; }
// file b.c
int b(int x) { return x & 1; }
int level = 4;
