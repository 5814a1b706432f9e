struct Pair {
  int first, second;
};

int errors;
static int calls;

int take(struct Pair *p) {
  return p->first;
}

int check(int x) {
  return x >= 0;
}

int tick(void) {
  calls += 2;
  return 1;
}

// Fails when both are the same place.
void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}

int *slot(int *table, int i) {
  table[i & 15] |= 1;
  return table + (i & 7);
}
