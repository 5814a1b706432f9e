// exit 0
// old
int f(unsigned a, unsigned b) { unsigned r; return __builtin_add_overflow(a, b, &r); }
// new
int f(unsigned a, unsigned b) { return a + b < a; }
