typedef int Rule(void);
void use(Rule *);

static int other(void) {
  return has("J20.9");
}

Rule *const table[] = {other};

Rule *choose(void) {
  return other;
}

void pass(void) {
  use(other);
}
