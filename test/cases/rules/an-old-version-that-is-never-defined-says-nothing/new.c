void pay(void) {
  *(volatile char *)16 = !has("J20.9");
}
