int seen;
int ext(int);

int f(int x) {
  seen = 5;
  return ext(1);
}
