int missing(void) {
  return has_any("nothing");
}

int unknown(void) {
  return has_any("unknown");
}

int twice(void) {
  return has_any("twice");
}

int empty(void) {
  return has_any("empty");
}

int path(void) {
  return has_any("../secret");
}

int folder(void) {
  return has_any("folder");
}

int binary(void) {
  return has_any("binary");
}
