struct value {
  long payload;
  char tag;
};
struct list {
  struct value *at;
  int count;
  short freq[300];
};

static void copy(struct value *to, const struct value *from) {
  to->payload = from->payload;
  to->tag = from->tag;
}

// By way of a local that has an address.
void reverse(struct value *from, struct value *to) {
  for (; from < to; from++, to--) {
    struct value temp;
    copy(&temp, from);
    copy(from, to);
    copy(to, &temp);
  }
}

void clear(struct list *l) {
  int n;
  for (n = 0; n < 286; n++) l->freq[n] = 0;
}
