// One past the end, one too few, and a fence-post.
int is_index(unsigned i, unsigned n) { return i < n; }

int sum_to(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++) sum += i;
  return sum;
}

void fill(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 'x';
}

int pages(int bytes) { return bytes <= 0 ? 0 : (bytes - 1) / 4096 + 1; }
