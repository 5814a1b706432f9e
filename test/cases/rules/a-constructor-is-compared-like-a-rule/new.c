int ready;

__attribute__((constructor)) static void start(void) {
  ready = 2;
}

int pay(void) {
  return has("J20.9") ? 5 : 0;
}
