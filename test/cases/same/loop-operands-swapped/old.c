// The loop's body mentions its variables in another order.
void blend(unsigned char *to, const unsigned char *from, int n, int alpha) {
  for (int i = 0; i < n; i++)
    to[i] = (to[i] * (255 - (alpha & 255)) + from[i] * (alpha & 255)) / 255;
}

unsigned dot(const unsigned *u, const unsigned *v, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += u[i] * v[i];
  return sum;
}
