void report(int);

int first(void) {
  return has("466.0");
}

int second(void) {
  return has("466.0") ? 3 : 4;
}

void third(void) {
  if (has("466.0")) report(1);
}

int fourth(void) {
  return has("466.0") ? 6 : 7;
}
