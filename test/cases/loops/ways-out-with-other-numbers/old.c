int put(int fd, const char *p, unsigned long n);
void done(int fd);

struct out {
  int fd;
  const char *next, *end;
};

// Two ways out of the loop, which the compiler numbers otherwise.
int drain(struct out *o) {
  while (o->end > o->next) {
    int n = put(o->fd, o->next, (unsigned long)(o->end - o->next));
    if (n < 0) return -1;
    o->next += n;
  }
  done(o->fd);
  return 0;
}
