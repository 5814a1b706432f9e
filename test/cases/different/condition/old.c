int below(int x) { return x < 10; }
int step(int n) {
  if (n < 0) return -1;
  if (n < 2) return 5;
  return n;
}
unsigned high(unsigned n) { return n > 100; }
int before(int x, int y) { return x < y; }
int half(int x) { return x / 2; }
int both(int x, int y) { return x > 3 && y > 7; }
int flip(int x) { return x; }
int count(int x) {
  int n = 0;
  for (int i = 0; i < 4; i++) n += x > i;
  return n;
}
unsigned aligned(unsigned x) { return x & 7 ? 1 : 2; }
char upper(char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
double least(double x) { return x < 0.5 ? 1 : 2; }
int magnitude(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
int first(const int *p, int n) { return n < 0 ? 0 : *p; }
