int f(int x, int y) {
  if (x * x * x > 0) {
    if (x > 0 && y == 10) return 1;
  } else if (x > 0 && y == 20) {
    return 2;
  }
  return 0;
}
