// exit 1
// old
int f(int n) { return n; }
// new
int f(int n) {
  char *p = "abc";
  for (int i = 0; i < n && i < 3; i++) p[i] = 'x';
  return n;
}
