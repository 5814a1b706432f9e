// exit 1|3
// old
int f(unsigned n) { while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2; return 1; }
// new
int f(unsigned n) { (void)n; return 1; }
