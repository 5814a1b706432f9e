int ready(int x) {
  return x != 0;
}
