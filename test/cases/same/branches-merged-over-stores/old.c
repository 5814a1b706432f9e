// Writes the rest of a bit buffer. What out points to may overlap the struct.
struct bits {
  unsigned char *out;
  unsigned long at;
  unsigned short buf;
  int valid;
};

void flush(struct bits *s) {
  if (s->valid > 8) {
    s->out[s->at++] = (unsigned char)(s->buf & 0xff);
    s->out[s->at++] = (unsigned char)(s->buf >> 8);
  } else if (s->valid > 0) {
    s->out[s->at++] = (unsigned char)s->buf;
  }
  s->buf = 0;
  s->valid = 0;
}

int state_of(const int *p, int kind) {
  if (kind >= 16180 && kind < 16212) return p[0];
  if (kind == 7 || kind == 8) return p[1];
  return -1;
}
