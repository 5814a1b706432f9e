int read_some(char *to, unsigned n);
void progress(void);

unsigned twice(char *to, unsigned n) {
  unsigned have = (unsigned)read_some(to, n);
  progress();
  have += (unsigned)read_some(to + have, n);
  progress();
  return have;
}

unsigned all(char *to, unsigned n) {
  unsigned have = 0;
  while (have < n) {
    int got = read_some(to + have, n - have);
    if (got <= 0) break;
    have += (unsigned)got;
  }
  return have;
}
