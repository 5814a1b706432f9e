// exit 0
// old
unsigned f(unsigned x) { return x / 2; }
// new
unsigned f(unsigned x) { return x >> 1; }
