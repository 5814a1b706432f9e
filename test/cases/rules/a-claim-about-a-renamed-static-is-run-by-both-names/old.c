static int seen;

int get(void) {
  return has("466.0") ? seen : 0;
}

void set(int to) {
  seen = to;
}
