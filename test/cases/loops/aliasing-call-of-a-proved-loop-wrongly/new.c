static int run(int sum, int *copy, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    sum = (sum * 3 + 1) & 0xff;
    *copy = sum * 2 & 0xff;
  }
  return sum;
}

// The copy gets lost.
int twice(int *copy, unsigned n, unsigned key) {
  int other;
  int sum = run(1, copy, n);
  if (key * 2654435761u == 0x9abcdef1u) sum = run(sum, &other, n);
  return sum;
}
