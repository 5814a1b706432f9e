int f(int x) { return x > 3 ? x : 3; }
int sum(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s += i;
  return s;
}
