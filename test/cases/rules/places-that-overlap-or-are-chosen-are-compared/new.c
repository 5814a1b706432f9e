union word {
  int whole;
  short half;
};
int paid[2];

void halves(union word *to) {
  to->whole = has("J20.9");
}

void chosen(int i) {
  paid[0] = has("J20.9");
}
