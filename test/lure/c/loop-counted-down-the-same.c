// exit 0
// old
int f(int n) {
  unsigned s = 0;
  for (int i = 0; i < (n & 15); i++) s += 3;
  return (int)s;
}
// new
int f(int n) {
  unsigned s = 0;
  for (int i = n & 15; i > 0; i--) s += 3;
  return (int)s;
}
