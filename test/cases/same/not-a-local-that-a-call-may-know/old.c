void keep(unsigned *p);
void progress(void);

static void add(unsigned *have, unsigned n) {
  *have += n;
}

// Whoever got the address may change the local later, when something else is
// called.
unsigned twice(unsigned n) {
  unsigned have = 0;
  keep(&have);
  add(&have, n);
  progress();
  return have;
}

// By way of memory.
unsigned by_memory(unsigned **where, unsigned n) {
  unsigned have = 0;
  *where = &have;
  add(&have, n);
  progress();
  *where = 0;
  return have;
}
