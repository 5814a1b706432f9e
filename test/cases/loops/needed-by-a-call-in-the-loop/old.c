struct proto {
  int *code;
};
struct state {
  struct proto *f;
};

int *instruction(struct state *s, int pc) {
  return &s->f->code[pc];
}

int next(struct state *s, int pc) {
  int offset = *instruction(s, pc) >> 3;
  return offset == -1 ? -1 : pc + 1 + offset;
}

int any_other(struct state *s, int list) {
  for (; list != -1; list = next(s, list))
    if ((*instruction(s, list) & 7) != 3) return 1;
  return 0;
}
