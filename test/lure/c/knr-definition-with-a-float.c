// exit 1|3
// options --cflags=-std=gnu89
// old
int f(float a) { return a != a; }
// new
int f(a) float a; { return a != a; }
