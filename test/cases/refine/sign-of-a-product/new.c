int f(int x, int y) {
  return x * x * x > 0 && y == 10;
}
