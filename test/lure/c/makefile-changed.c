// exit 3
// says Makefile: a file that is not read has changed
// old
// file f.c
int f(int x) { return x; }
// file Makefile
CFLAGS = -DA
// new
// file f.c
int f(int x) { return x; }
// file Makefile
CFLAGS = -DB
