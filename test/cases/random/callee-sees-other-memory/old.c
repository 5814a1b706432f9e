// The calls and their arguments are the same; what the callee can see of the
// memory is not.
int seen;
int ext(int);

int f(int x) {
  seen = x;
  return ext(1);
}
