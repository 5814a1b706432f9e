// All three were rewritten; emit, which calls note, was inlined into start.
struct code {
  unsigned *at;
  int size, used;
  int line[64];
};
unsigned *grow(unsigned *at, int *size, int needed);

void note(struct code *c, int line) {
  int i = c->used & 63;
  if (line - c->line[i] > 100)
    c->line[i] = line - 100;
  else
    c->line[i] = line;
}

int emit(struct code *c, unsigned op, int line) {
  if (c->used + 1 > c->size) c->at = grow(c->at, &c->size, c->used + 1);
  c->at[c->used] = op;
  c->used++;
  note(c, line);
  return c->used - 1;
}

int start(struct code *c, unsigned reg, int line) {
  return emit(c, reg << 7 | 5, line);
}
