int sum(int n, int *done) {
  *done = 1 + 2;
  return n <= 0 ? 0 : (int)((long)n * (n + 1L) / 2);
}
