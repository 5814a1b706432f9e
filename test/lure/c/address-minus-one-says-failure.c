// exit 0
// old
void *get(int n);
int f(int n) {
  int *p = get(n);
  if (p == (void *)-1) return 0;
  return *p;
}
// new
void *get(int n);
int f(int n) {
  int *p = get(n);
  return p != (void *)-1 ? *p : 0;
}
