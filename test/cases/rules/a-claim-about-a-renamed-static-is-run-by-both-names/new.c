static int known;

int get(void) {
  return has("J20.9") ? known | 1 : 0;
}

void set(int to) {
  known = to;
}
