// Clang folds a constant expression that is undefined to poison, which is then
// stored to a variable that nobody reads.
unsigned dead_shift(void) {
  unsigned char v = 1u << 3;
  return 5;
}

int dead_division(int x) {
  int v = 3;
  return x;
}

int one_arm(int x) {
  return x ? 4 : 2;
}
