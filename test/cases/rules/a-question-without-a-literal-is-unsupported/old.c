int from_parameter(const char *code) {
  return has(code);
}

int chosen(int x) {
  return has(x ? "466.0" : "466.1");
}

static _Bool ask(const char *code) {
  return has(code);
}

int through_a_helper(void) {
  return ask("466.0");
}

int by_name(void) {
  static const char code[] = "466.0";
  return has(code);
}

int of_a_table(const char *name) {
  return has_any(name);
}

int inside(void) {
  return has("x466.0" + 1);
}
