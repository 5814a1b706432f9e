// exit 0
// old
unsigned f(unsigned n) { return n == 0 ? 0 : 2 + f(n - 1); }
// new
unsigned f(unsigned n) { unsigned s = 0; while (n) { s += 2; n--; } return s; }
