int paid;

void pay(unsigned *to) {
  *to = has("J20.9");
}
