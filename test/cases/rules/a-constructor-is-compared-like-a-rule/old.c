int ready;

__attribute__((constructor)) static void start(void) {
  ready = 1;
}

int pay(void) {
  return has("466.0") ? 5 : 0;
}
