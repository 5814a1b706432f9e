struct list {
  int count;
  short freq[300];
};

void clear(struct list *l) {
  int n;
  for (n = 0; n < 286; n++) l->freq[n] = 0;
}
