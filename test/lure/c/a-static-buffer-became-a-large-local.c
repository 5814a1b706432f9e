// exit 0
// says the stack is large enough
// old
int last(unsigned n) {
  static char seen[9000000];
  seen[n % 9000000] = 5;
  return seen[n % 9000000];
}
// new
int last(unsigned n) {
  char seen[9000000];
  seen[n % 9000000] = 5;
  return seen[n % 9000000];
}
