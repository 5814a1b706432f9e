struct list {
  int count;
  short freq[300];
};

// The first one is left out.
void clear(struct list *l) {
  short *freq = l->freq;
  unsigned long n = 1;
  do freq[n] = 0;
  while (++n != 286);
}
