// exit 1
// old
int f(unsigned n) { int k = 0; while (n > 0) { n = n / 2; k++; } return k; }
// new
int f(unsigned n) { int k = 0; while (n != 1) { n = n / 2; k++; } return k; }
