void pay(void) {
  *(volatile char *)0 = has("466.0");
}
