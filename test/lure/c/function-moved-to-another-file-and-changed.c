// exit 1|3
// old
// file a.c
int a(int x) { return x & 1; }
int b(int x) { return x & 3; }
// file b.c
int c(int x) { return x & 7; }
// new
// file a.c
int a(int x) { return x & 1; }
// file b.c
int c(int x) { return x & 7; }
int b(int x) { return x & 15; }
