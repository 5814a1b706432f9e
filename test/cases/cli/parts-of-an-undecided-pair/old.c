int sum(int n, int *done) {
  int s = 0;
  for (int i = 1; i <= n; i++) s += i;
  *done = 3;
  return s;
}
