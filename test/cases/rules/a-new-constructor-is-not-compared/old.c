int ready;

int pay(void) {
  return has("466.0") ? 5 : 0;
}
