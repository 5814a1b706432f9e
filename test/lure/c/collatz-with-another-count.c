// exit 1
// old
int f(unsigned n) { int k = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k = (k + 1) & 0xffff; } return k; }
// new
int f(unsigned n) { int k = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k = (k + 2) & 0xffff; } return k; }
