int f(void) {
  return has("J20.9");
}
