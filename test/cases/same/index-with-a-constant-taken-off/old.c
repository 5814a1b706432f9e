int last(const int *at, int n) {
  int i = n - 1;
  return at[i];
}
