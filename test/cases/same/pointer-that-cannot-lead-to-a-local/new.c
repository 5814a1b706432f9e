int *errors(void);
int take(int *where);

int all(int n) {
  take(errors());
  int sum = n + *errors();
  take(errors());
  return sum;
}
