int unknown(void) {
  return has("466.9") ? 1 : 0;
}

int of_the_other_side(void) {
  return has("J20.9") ? 1 : 0;
}

int longer(void) {
  return has("466") ? 1 : 0;
}

int misdotted(void) {
  return has("46.60") ? 1 : 0;
}

int empty(void) {
  return has("") ? 1 : 0;
}

int fine(void) {
  return has("466.0") || has("4660") || has("466.0") ? 1 : 0;
}
