unsigned dead_shift(void) {
  unsigned char v = 1u << 40;
  return 5;
}

int dead_division(int x) {
  int v = 3 / 0;
  return x;
}

int one_arm(int x) {
  return x ? 1 << 40 : 2;
}
