int f(int x) { return x * 8; }
unsigned g(unsigned x) { return x % 16; }
int h(const int *v, int n) {
  int best = 0;
  for (int i = 0; i < n; i++)
    if (v[i] > best) best = v[i];
  return best;
}
