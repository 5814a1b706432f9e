// The loop's body mentions its variables in another order.
void blend(unsigned char *to, const unsigned char *from, int n, int alpha) {
  for (int i = 0; i < n; i++) {
    int a = alpha & 255;
    int mixed = a * from[i] + (255 - a) * to[i];
    to[i] = mixed / 255;
  }
}

unsigned dot(const unsigned *u, const unsigned *v, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * u[i];
  return sum;
}
