typedef int Rule(void);

static int good(void) {
  return has("J20.9");
}

static int bad(void) {
  return has("J20.9") * 2;
}

static int only_called(void) {
  return has("J20.9") + 1;
}

Rule *const table[] = {good, bad};

Rule *choose(int i) {
  return i ? good : bad;
}

int pay(void) {
  return only_called();
}
