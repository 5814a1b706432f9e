static int limit;

int step(void) {
  return limit++;
}

int pay(void) {
  return has("J20.9") ? 5 : 0;
}
