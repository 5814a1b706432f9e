static int seen;

int get(void) {
  return seen;
}

void set(void) {
  seen = has("466.0");
}
