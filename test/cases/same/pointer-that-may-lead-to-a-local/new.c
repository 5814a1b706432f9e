int *errors(int *);
int take(int *where);

int all(int n) {
  int sum = 0;
  take(errors(&sum));
  int before = *errors(&sum);
  sum += n;
  sum += before;
  take(errors(&sum));
  return sum;
}
