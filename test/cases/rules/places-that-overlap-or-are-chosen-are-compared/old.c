union word {
  int whole;
  short half;
};
int paid[2];

void halves(union word *to) {
  to->half = has("466.0");
}

void chosen(int i) {
  paid[i & 1] = has("466.0");
}
