int paid;

void pay(int *to) {
  *to = has("466.0");
}
