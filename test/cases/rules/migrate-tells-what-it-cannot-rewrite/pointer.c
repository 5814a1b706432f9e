int f(const char *code) {
  return has(code);
}
