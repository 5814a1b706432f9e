// exit 1
// old
int f(int x, unsigned y) { return x < 0 || (unsigned)x < y; }
// new
int f(int x, unsigned y) { return x < y; }
