static unsigned calls;

int ready(int x) {
  calls++;
  return calls > 3 && x;
}
