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
  if (list == -1) return 0;
  int *code = s->f->code;
  do {
    int i = code[list];
    if ((i & 7) != 3) return 1;
    int offset = i >> 3;
    list = offset == -1 ? -1 : list + 1 + offset;
  } while (list > 0);
  return 0;
}
