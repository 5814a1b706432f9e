static int last_seen;

int remember(int x) {
  static unsigned calls;
  last_seen = x;
  return (int)(++calls & 1);
}

int recall(void) {
  return last_seen;
}
