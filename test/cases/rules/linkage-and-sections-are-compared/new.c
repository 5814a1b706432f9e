__attribute__((weak)) int pay(void) {
  return has("J20.9") ? 5 : 0;
}

__attribute__((section("late"))) int refund(void) {
  return has("J20.9") ? 5 : 0;
}
