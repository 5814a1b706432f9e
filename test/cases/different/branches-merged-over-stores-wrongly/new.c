struct bits {
  unsigned char *out;
  unsigned long at;
  unsigned short buf;
  int valid;
};

// The high byte begins a bit too low.
void flush(struct bits *s) {
  int valid = s->valid;
  if (valid > 0) {
    unsigned short last = s->buf;
    if (valid > 8) {
      s->out[s->at++] = (unsigned char)last;
      last = last >> 7;
    }
    s->out[s->at++] = (unsigned char)last;
  }
  s->buf = 0;
  s->valid = 0;
}
