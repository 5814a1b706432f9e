struct value {
  long payload;
  char tag;
};
struct list {
  struct value *at;
  int count;
  short freq[300];
};

// As a compiler writes it: the test is in front, the local is in registers.
void reverse(struct value *from, struct value *to) {
  if (from < to) {
    do {
      long payload = from->payload;
      char tag = from->tag;
      from->payload = to->payload;
      from->tag = to->tag;
      to->payload = payload;
      to->tag = tag;
      from++;
      to--;
    } while (from < to);
  }
}

void clear(struct list *l) {
  short *freq = l->freq;
  unsigned long n = 0;
  do freq[n] = 0;
  while (++n != 286);
}
