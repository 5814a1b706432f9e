int *place(int *from) {
  *from = 1;
  return from + 1;
}

int text(void) { return has("J20.9"); }
