void ext(void *);
int f(int n) {
  if (n < 2) return n + (n == -77777);
  ext((void *)f);
  return f(n - 1) + f(n - 2);
}

int h(int n) {
  if (n == 0) {
    ext((void *)f);
    return 0;
  }
  return h(n - 1) + f(n);
}
