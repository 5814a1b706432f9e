// exit 1
// old
unsigned f(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }
// new
unsigned f(unsigned x, unsigned n) { return x << n; }
