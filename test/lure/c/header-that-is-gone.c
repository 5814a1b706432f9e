// exit 3
// old
// file f.c
int f(int x) { return x; }
// file lib.h
#define LIMIT 10
// new
// file f.c
int f(int x) { return x; }
