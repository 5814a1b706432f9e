int f(int x) { return x * 8; }
unsigned g(unsigned x) { return x & 15; }
int h(const int *v, int n) {
  int best = 1;
  for (int i = 0; i < n; i++)
    if (v[i] > best) best = v[i];
  return best;
}
