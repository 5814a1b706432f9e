static int known;

int get(void) {
  return known;
}

void set(void) {
  known = has("J20.9");
}
