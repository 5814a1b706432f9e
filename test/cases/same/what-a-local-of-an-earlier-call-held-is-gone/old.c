void put(const char *at, int n);
static void show(unsigned x, int odd) {
  char text[10];
  int n = 0;
  if (odd) text[0] = 1;
  do {
    text[9 - n++] = '0' + x % 10;
    x /= 10;
  } while (x > odd);
  put(text + 10 - n, n);
}
int ask(int);
void print(unsigned p, unsigned q, int k) {
  show(p, k & 1);
  if (ask(k)) show(q, k & 2);
  if (ask(k + 1)) show(p + q, k & 4);
}
