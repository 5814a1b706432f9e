int paid;

void pay(int *to) {
  if (has("J20.9"))
    *to = 1;
  else
    *to = 0;
}
