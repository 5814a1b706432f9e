// exit 3
// old
// file f.c
int f(int x) { return x; }
// file lib.h
#define TEXT "a // b"
// new
// file f.c
int f(int x) { return x; }
// file lib.h
#define TEXT "a // c"
