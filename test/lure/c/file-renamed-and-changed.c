// exit 1|3
// old
// file a.c
int a(int x) { return x & 1; }
// new
// file z.c
int a(int x) { return x & 3; }
