// exit 0
// options --cflags=-std=gnu89
// old
int f(int a, int b) { return a & ~b; }
// new
int f(a, b) int a, b; { return a & ~b; }
