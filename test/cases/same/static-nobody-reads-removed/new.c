static int last;

int put(int x) {
  last = x;
  return x >= 0;
}

int get(void) {
  return last;
}
