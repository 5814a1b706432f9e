// exit 0
// says between the addresses
// old
int f(const char *p) {
  if (!p) return -1;
  return *p;
}
// new
int f(const char *p) {
  if ((unsigned long)p < 256) return -1;
  return *p;
}
