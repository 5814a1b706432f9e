void walk(unsigned *sum, unsigned n) {
  for (;;) {
    *sum = n + *sum;
    if (n <= 1) return;
    if (n % 3 == 0) {
      walk(sum, n / 3);
      *sum = n ^ *sum;
    }
    n /= 2;
  }
}
