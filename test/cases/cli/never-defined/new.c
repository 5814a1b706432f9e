static const int table[7] = {1, 2, 3, 4, 5, 6, 7};

static int sum(int x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s ^= table[i] & x;
  return s;
}

int past_the_end(int x) { return sum(x, 8) + 1; }
int by_zero(unsigned x) { return 11 / (x % 3 < 3 ? 0 : (int)x); }
int on_some(unsigned x) { return 7 * (int)(x % 1000003u - 77u < 1u); }
