// exit 0
// says the locale stays the same
// old
double strtod(const char *s, char **end);
double f(const char *s) { return strtod(s, 0) * 2; }
// new
double strtod(const char *s, char **end);
double f(const char *s) {
  double x = strtod(s, 0);
  return x + x;
}
