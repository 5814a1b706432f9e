// exit 3
// old
// file f.c
int f(int x) { return x; }
// file lib.h
#define TWICE(x) ((x) * 2)
// new
// file f.c
int f(int x) { return x; }
// file lib.h
#define TWICE (x) ((x) * 2)
