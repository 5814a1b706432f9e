struct bits {
  unsigned char *out;
  unsigned long at;
  unsigned short buf;
  int valid;
};

// The last byte is written in one place.
void flush(struct bits *s) {
  int valid = s->valid;
  if (valid > 0) {
    unsigned short last = s->buf;
    if (valid > 8) {
      s->out[s->at++] = (unsigned char)last;
      last = s->buf >> 8;
    }
    s->out[s->at++] = (unsigned char)last;
  }
  s->buf = 0;
  s->valid = 0;
}

int state_of(const int *p, int kind) {
  if ((unsigned)kind - 16180u < 32u) return p[0];
  if ((unsigned)kind - 7u < 2u) return p[1];
  return -1;
}
