int *errors(void);
int take(int *where);

static void add(int *sum, int n) { *sum += n; }

// Where errors() points to is not the local.
int all(int n) {
  int sum = 0;
  take(errors());
  add(&sum, n);
  int before = *errors();
  add(&sum, before);
  take(errors());
  return sum;
}
