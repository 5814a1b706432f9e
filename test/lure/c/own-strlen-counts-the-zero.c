// exit 1
// old
unsigned long strlen(const char *s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}
int two(void) { return (int)strlen("ab"); }
// new
unsigned long strlen(const char *s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n + 1;
}
int two(void) { return (int)strlen("ab"); }
