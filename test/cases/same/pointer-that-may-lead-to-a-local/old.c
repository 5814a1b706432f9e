int *errors(int *);
int take(int *where);

static void add(int *sum, int n) { *sum += n; }

// Where errors(&sum) points to may be the local.
int all(int n) {
  int sum = 0;
  take(errors(&sum));
  add(&sum, n);
  int before = *errors(&sum);
  add(&sum, before);
  take(errors(&sum));
  return sum;
}
