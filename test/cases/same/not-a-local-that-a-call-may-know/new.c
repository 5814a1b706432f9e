void keep(unsigned *p);
void progress(void);

unsigned twice(unsigned n) {
  unsigned have = 0;
  keep(&have);
  unsigned sum = have + n;
  progress();
  return sum;
}

unsigned by_memory(unsigned **where, unsigned n) {
  unsigned have = 0;
  *where = &have;
  have += n;
  unsigned sum = have;
  progress();
  *where = 0;
  return sum;
}
