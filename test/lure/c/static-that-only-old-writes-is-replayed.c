// exit 1
// says     confirmed by the real code
// old
static unsigned char seen = 75;
void count(int step) {
  static int n;
  n += step & 3;
  if (n > 3) seen = 0;
}
int get(void) {
  return seen;
}
// new
static unsigned char seen = 75;
void count(int step) {
  static int n;
  n += step & 3;
}
int get(void) {
  return seen;
}
