// exit 0
// old
int in(void);
void out(int);
void f(void) {
  int s = 0;
  for (;;) {
    int x = in();
    switch (s) {
      case 0: s = x ? 1 : 0; break;
      case 1: s = x ? 2 : 0; break;
      default: s = 0;
    }
    out(s);
  }
}
// new
int in(void);
void out(int);
void f(void) {
  int s = 0;
  for (;;) {
    int x = in();
    if (s == 0) s = x != 0;
    else if (s == 1) s = x ? 2 : 0;
    else s = 0;
    out(s);
  }
}
