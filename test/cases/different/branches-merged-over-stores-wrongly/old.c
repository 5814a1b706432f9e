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

