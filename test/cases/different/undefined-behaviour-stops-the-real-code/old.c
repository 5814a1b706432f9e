static int table[4];

// gcc multiplies in the small type, where nothing overflows.
unsigned char hash(int x) { return (unsigned)x * 31; }

int last(int n) {
  int *p = table;
  return n > 0 && n < 4 ? p[n] : 0;
}

int sign(int x) {
  int s = 0;
  if (x) s = x < 0 ? -1 : 1;
  return s;
}

int is_set(int x) { return x != 0; }
