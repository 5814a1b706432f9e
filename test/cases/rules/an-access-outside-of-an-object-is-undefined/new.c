static int share[9];
static void put(int *to, int i) {
  to[i] = has("J20.9");
}

void pay(int i) {
  if (i >= 0 && i < 10) put(share, i);
}

int get(int i) {
  return i >= 0 && i < 9 ? share[i] : 0;
}

int local(void) {
  int of[2] = {1, 2};
  put(of, 2);
  return of[0];
}
