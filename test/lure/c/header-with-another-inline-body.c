// exit 3
// old
// file f.c
int f(int x) { return x; }
// file lib.h
static inline int g(int x) { return x + 1; }
// new
// file f.c
int f(int x) { return x; }
// file lib.h
static inline int g(int x) { return x + 2; }
