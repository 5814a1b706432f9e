// exit 1|3
// old
int f(unsigned n) { unsigned i = n; while (i != 0) i += 2; return 0; }
// new
int f(unsigned n) { (void)n; return 0; }
