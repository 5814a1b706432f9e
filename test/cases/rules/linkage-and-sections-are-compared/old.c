int pay(void) {
  return has("466.0") ? 5 : 0;
}

int refund(void) {
  return has("466.0") ? 5 : 0;
}
