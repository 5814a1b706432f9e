void pay(void) {
  *(volatile char *)16 = has("466.0");
}
