void mix(unsigned state[4]) {
  unsigned t;
  state[0] += state[1];
  t = state[3] ^ state[0];
  state[3] = t << 16 | t >> 16;
  state[2] += state[3];
  t = state[1] ^ state[2];
  state[1] = t << 12 | t >> 20;
}

int norm(int x, int y) {
  return x * x + y * y;
}
