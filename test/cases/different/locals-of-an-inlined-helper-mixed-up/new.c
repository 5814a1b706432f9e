struct cell {
  long value;
  int tag;
};
int look_up(struct cell *key, struct cell *out);
void remember(struct cell *key, struct cell *what);

long entry(long n) {
  struct cell found, own;
  own.tag = 7;
  own.value = n;
  if (!look_up(&own, &found)) {
    found.value = own.value + 1;
    own.tag = 3;
    remember(&own, &found);
  }
  return found.value;
}
