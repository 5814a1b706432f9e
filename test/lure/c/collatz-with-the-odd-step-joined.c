// exit 0|3
// options --effort 5
// old
int f(unsigned n) { while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2; return 1; }
// new
int f(unsigned n) { while (n != 1) { if (n & 1) n = 3 * n + 1; n = n / 2; } return 1; }
