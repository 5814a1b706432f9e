int get(int fd, char *p, unsigned n);

// From where it is to be filled on, a pointer.
int fill(int fd, char *buffer, unsigned used, unsigned size) {
  char *to = buffer + used;
  unsigned have = 0;
  while (have < size) {
    int n = get(fd, to + have, size - have);
    if (n <= 0) break;
    have += (unsigned)n;
  }
  return (int)have;
}
