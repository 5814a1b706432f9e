int *place(int *from) {
  *from = 1;
  return from;
}

int text(void) { return has("466.0"); }
