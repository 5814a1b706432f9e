void pay(void) {
  *(volatile char *)0 = !has("J20.9");
}
