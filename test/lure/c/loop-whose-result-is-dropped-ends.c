// exit 0
// old
int f(unsigned n) { unsigned i = n; while (i != 0) i -= 1; return 0; }
// new
int f(unsigned n) { (void)n; return 0; }
