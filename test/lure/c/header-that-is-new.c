// exit 0
// says lib.h
// old
// file f.c
int f(int x) { return x; }
// new
// file f.c
int f(int x) { return x; }
// file lib.h
#define LIMIT 10
