int paid;

static int bronchitis(void) {
  return has("J20.9");
}

void pay(int *to) {
  *to = bronchitis();
}
