int rate = 5;
int limit;

int pay(void) {
  return has("466.0") ? 5 : 0;
}
