int send(const char *p, unsigned long n);

int zeros(char *buffer, unsigned long size, unsigned long n) {
  int first = 1;
  while (n) {
    unsigned long part = n < size ? n : size;
    if (first) {
      buffer[0] = 0;
      first = 0;
    }
    if (send(buffer, part) < 0) return -1;
    n -= part;
  }
  return 0;
}
