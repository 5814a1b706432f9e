int f(void) {
  return has_any("breathing");
}
