const char *text(void) {
  return has("J20.9") ? "A" : "b";
}

int *place(int *from) {
  *from = 1;
  return from + 1;
}

const char *kept;

void keep(void) {
  kept = has("J20.9") ? "A" : "b";
}

void tell(const char *);

void told(void) {
  if (has("J20.9")) tell("A");
}
