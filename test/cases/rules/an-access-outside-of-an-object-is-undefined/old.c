static int share[9];
static void put(int *to, int i) {
  to[i] = has("466.0");
}

void pay(int i) {
  if (i >= 0 && i < 9) put(share, i);
}

int get(int i) {
  return i >= 0 && i < 9 ? share[i] : 0;
}

int local(void) {
  int of[2] = {1, 2};
  put(of, 1);
  return of[0];
}
