int f(void) {
  return has("466" ".0");
}
