// exit 0
// says memory less than 32 KiB
// old
int f(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}
// new
int f(const char *s) {
  int n = 0;
  while (s[n]) {
    if (s[n + 1] == 'x') n += 0;
    n++;
  }
  return n;
}
