// exit 1|3
// old
typedef unsigned long size;
void *memcpy(void *to, const void *from, size n) {
  char *t = to;
  const char *f = from;
  for (size i = 0; i < n; i++) t[i] = f[i];
  return to;
}
int g(int x) {
  int y = 0;
  memcpy(&y, &x, 4);
  return y;
}
// new
typedef unsigned long size;
void *memcpy(void *to, const void *from, size n) {
  char *t = to;
  const char *f = from;
  for (size i = 0; i < n; i++) t[i] = f[n - 1 - i];
  return to;
}
int g(int x) {
  int y = 0;
  memcpy(&y, &x, 4);
  return y;
}
