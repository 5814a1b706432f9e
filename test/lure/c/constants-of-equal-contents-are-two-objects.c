// exit 1
// old
static const int a[2] = {1, 2}, b[2] = {1, 2};
const int *get(void) {
  return a;
}
int is(const int *p) {
  return p == a;
}
// new
static const int a[2] = {1, 2}, b[2] = {1, 2};
const int *get(void) {
  return a;
}
int is(const int *p) {
  return p == b;
}
