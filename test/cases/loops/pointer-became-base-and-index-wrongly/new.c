int get(int fd, char *p, unsigned n);

// The index does not move.
int fill(int fd, char *buffer, unsigned used, unsigned size) {
  unsigned long first = used;
  unsigned have = 0;
  while (have < size) {
    int n = get(fd, buffer + first, size - have);
    if (n <= 0) break;
    have += (unsigned)n;
  }
  return (int)have;
}
