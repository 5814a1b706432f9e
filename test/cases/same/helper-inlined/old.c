static unsigned rotate(unsigned x, unsigned n) {
  return x << n | x >> (32 - n);
}

static void quarter(unsigned *a, unsigned *b, unsigned *c, unsigned *d) {
  *a += *b;
  *d = rotate(*d ^ *a, 16);
  *c += *d;
  *b = rotate(*b ^ *c, 12);
}

void mix(unsigned state[4]) {
  quarter(&state[0], &state[1], &state[2], &state[3]);
}

static int square(int x) {
  return x * x;
}

int norm(int x, int y) {
  return square(x) + square(y);
}
