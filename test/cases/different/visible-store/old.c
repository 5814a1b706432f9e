struct Pair {
  int first, second;
};

int errors;
static int calls;

int take(struct Pair *p) {
  int x = p->first;
  p->first = 0;
  return x;
}

int check(int x) {
  if (x < 0) errors++;
  return x >= 0;
}

int tick(void) {
  calls++;
  return 1;
}

void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int *slot(int *table, int i) {
  table[i & 7] |= 1;
  return table + (i & 7);
}
