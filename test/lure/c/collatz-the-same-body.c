// exit 0
// old
int f(unsigned n) { int k = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k = (k + 1) & 0xffff; } return k; }
// new
int f(unsigned m) { int steps = 0; while (m != 1) { m = m & 1 ? 3 * m + 1 : m / 2; steps = (steps + 1) & 0xffff; } return steps; }
