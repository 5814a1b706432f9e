int loop(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (has("466.0")) sum += i;
  return sum;
}

int recursive(int n) {
  return n && has("466.0") ? 1 + recursive(n - 1) : 0;
}

int pointer(int (*call)(void)) {
  return has("466.0") ? call() : 0;
}

int assembly(void) {
  int x = has("466.0");
  __asm__("nop" : "+r"(x));
  return x;
}
