static void run(int *sum, int *copy, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    *sum = (*sum * 3 + 1) & 0xff;
    *copy = *sum * 2 & 0xff;
  }
}

// The second time both pointers lead to one local.
int twice(int *copy, unsigned n, unsigned key) {
  int sum = 1;
  run(&sum, copy, n);
  if (key * 2654435761u == 0x9abcdef1u) run(&sum, &sum, n);
  return sum;
}
