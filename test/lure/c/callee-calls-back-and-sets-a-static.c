// exit 1
// old
void report(void);

int last(int level) {
  static int seen;
  seen = level;
  report();
  return seen;
}
// new
void report(void);

int last(int level) {
  static int seen;
  seen = level;
  report();
  return level;
}
