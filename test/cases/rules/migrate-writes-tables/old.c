int table(void) {
  return has_any("breathing");
}

int joined(void) {
  return has("466.1") || has_any("breathing") ? 1 : 2;
}

int code(void) {
  return has("786.05") || has("786.07");
}

int other(void) {
  return !(has("466.0") || has("786.07"));
}
