// exit 1|3
// old
int trace(const char *what, ...);
int step(double x) { return trace("step", x); }
// new
int trace(const char *what, ...);
int step(double x) {
  return ((int (*)(const char *, double))trace)("step", x);
}
