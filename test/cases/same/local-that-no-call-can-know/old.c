int read_some(char *to, unsigned n);
void progress(void);

static void add(unsigned *have, int n) {
  *have += (unsigned)n;
}

// Nobody outside has the address of the local.
unsigned twice(char *to, unsigned n) {
  unsigned have = 0;
  add(&have, read_some(to, n));
  progress();
  add(&have, read_some(to + have, n));
  progress();
  return have;
}

unsigned all(char *to, unsigned n) {
  unsigned have = 0;
  while (have < n) {
    int got = read_some(to + have, n - have);
    if (got <= 0) break;
    add(&have, got);
  }
  return have;
}
