static int previous;

int remember(int x) {
  static unsigned count;
  previous = x;
  return (int)(++count & 1);
}

int recall(void) {
  return previous;
}
