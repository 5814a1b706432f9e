// exit 1
// old
unsigned f(int x) { return (unsigned)x & 1; }
// new
unsigned f(unsigned x) { return x & 1; }
