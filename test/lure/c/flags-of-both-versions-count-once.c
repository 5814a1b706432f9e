// exit 0
// options --cflags='-O2 -DK=3'
// old
int f(int x) { return x & K; }
// new
int f(int x) { return x & 3; }
