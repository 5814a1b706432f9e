struct code {
  unsigned *at;
  int size, used;
  int line[64];
};
unsigned *grow(unsigned *at, int *size, int needed);

void note(struct code *c, int line) {
  int *to = &c->line[c->used & 63];
  *to = line - (line - *to > 100 ? 100 : 0);
}

int emit(struct code *c, unsigned op, int line) {
  int pos = c->used;
  if (pos >= c->size) c->at = grow(c->at, &c->size, pos + 1);
  c->at[c->used] = op;
  c->used += 1;
  note(c, line);
  return c->used - 1;
}

int start(struct code *c, unsigned reg, int line) {
  int pos = c->used;
  if (pos >= c->size) c->at = grow(c->at, &c->size, pos + 1);
  c->at[c->used] = reg << 7 | 5;
  c->used += 1;
  note(c, line);
  return c->used - 1;
}
