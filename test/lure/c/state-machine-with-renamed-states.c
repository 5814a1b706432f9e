// exit 0|3
// old
int in(void);
void out(int);
enum { IDLE, RUN };
void f(void) {
  int s = IDLE;
  for (;;) {
    int x = in();
    if (s == IDLE && x > 0) s = RUN;
    else if (s == RUN && x < 0) s = IDLE;
    out(s == RUN);
  }
}
// new
int in(void);
void out(int);
enum { IDLE = 7, RUN = 9 };
void f(void) {
  int s = IDLE;
  for (;;) {
    int x = in();
    if (s == IDLE && x > 0) s = RUN;
    else if (s == RUN && x < 0) s = IDLE;
    out(s == RUN);
  }
}
