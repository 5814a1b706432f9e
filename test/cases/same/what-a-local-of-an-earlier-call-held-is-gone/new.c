void put(const char *at, int n);
int ask(int);
void print(unsigned p, unsigned q, int k) {
  {
    char text1[10];
    int n = 0;
    unsigned x = p;
    int odd = k & 1;
    if (odd) text1[0] = 1;
    do {
      text1[9 - n++] = '0' + x % 10;
      x /= 10;
    } while (x > odd);
    put(text1 + 10 - n, n);
  }
  if (ask(k)) {
    char text2[10];
    int n = 0;
    unsigned x = q;
    int odd = k & 2;
    if (odd) text2[0] = 1;
    do {
      text2[9 - n++] = '0' + x % 10;
      x /= 10;
    } while (x > odd);
    put(text2 + 10 - n, n);
  }
  if (ask(k + 1)) {
    char text3[10];
    int n = 0;
    unsigned x = p + q;
    int odd = k & 4;
    if (odd) text3[0] = 1;
    do {
      text3[9 - n++] = '0' + x % 10;
      x /= 10;
    } while (x > odd);
    put(text3 + 10 - n, n);
  }
}
