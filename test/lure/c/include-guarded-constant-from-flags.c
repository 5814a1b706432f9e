// exit 1
// options --cflags=-DLIMIT=10
// old
#ifndef LIMIT
#define LIMIT 5
#endif
int f(int x) { return x > LIMIT; }
// new
#ifndef LIMIT
#define LIMIT 5
#endif
int f(int x) { return x > 5; }
