typedef int Rule(void);

static int good(void) {
  return has("466.0");
}

static int bad(void) {
  return has("466.0");
}

static int only_called(void) {
  return has("466.0");
}

Rule *const table[] = {good, bad};

Rule *choose(int i) {
  return i ? good : bad;
}

int pay(void) {
  return only_called() + 1;
}
