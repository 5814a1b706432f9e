// exit 3
// says lib.h: a header, of which only what C files use is compared, has changed
// old
// file f.c
int f(int x) { return x; }
// file lib.h
#define LIMIT 10
// new
// file f.c
int f(int x) { return x; }
// file lib.h
#define LIMIT 20
