// exit 0
// says errno is not compared
// old
long strtol(const char *s, char **end, int base);
long f(const char *s) { return strtol(s, 0, 10) + 1; }
// new
long strtol(const char *s, char **end, int base);
long f(const char *s) {
  long n = strtol(s, 0, 10);
  return 1 + n;
}
