void ext(void *);
int f(int n) {
  if (n < 2) return n;
  ext((void *)f);
  return f(n - 1) + f(n - 2);
}

int h(int n) {
  if (n == 0) {
    ext((void *)f);
    return 0;
  }
  return f(n) + h(n - 1);
}
