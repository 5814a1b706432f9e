// exit 1
// old
unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < (n & 7); i += 1) s += i; return s; }
// new
unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < (n & 7); i += (n != 6)) s += i; return s; }
