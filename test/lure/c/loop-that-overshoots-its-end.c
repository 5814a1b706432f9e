// exit 1|3
// old
unsigned f(unsigned n) { unsigned i = 0; while (i < (n & 254)) i += 2; return i & 1; }
// new
unsigned f(unsigned n) { unsigned i = 1; while (i != (n & 254)) i += 2; return i & 1; }
