int f(void) {
  if (has("487.0")) return 50;
  return has("466.0") ? 20 : 0;
}
