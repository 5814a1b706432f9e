int pay(void) {
  return has("J20.9") ? 5 : 0;
}
