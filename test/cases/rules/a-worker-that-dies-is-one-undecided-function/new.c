void report(int);

int first(void) {
  return has("J20.9");
}

int second(void) {
  return has("J20.9") ? 3 : 5;
}

void third(void) {
  if (has("J20.9")) report(2);
}

int fourth(void) {
  return has("J20.9") ? 6 : 7;
}
