const char *text(void) {
  return has("466.0") ? "a" : "b";
}

int *place(int *from) {
  *from = 1;
  return from;
}

const char *kept;

void keep(void) {
  kept = has("466.0") ? "a" : "b";
}

void tell(const char *);

void told(void) {
  if (has("466.0")) tell("a");
}
