// exit 1|3
// options --cflags=-ffreestanding
// old
int abs(int);
int f(int x) { return abs(x); }
// new
int abs(int);
int f(int x) { return x < 0 ? -x : x; }
