// exit 1
// old
static void put(char *p, int i, char v) {
  p[i] = v;
}
static char get(char *p, int i) {
  return p[i];
}
int f(void) {
  char b[9];
  put(b, 8, 3);
  return get(b, 8);
}
// new
static void put(char *p, int i, char v) {
  p[i] = v;
}
static char get(char *p, int i) {
  return p[i];
}
int f(void) {
  char b[8];
  put(b, 8, 3);
  return get(b, 8);
}
