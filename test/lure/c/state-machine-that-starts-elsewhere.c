// exit 1
// old
int in(void);
void out(int);
enum { IDLE, RUN, START = IDLE };
void f(void) {
  int s = START;
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
enum { IDLE, RUN, START = RUN };
void f(void) {
  int s = START;
  for (;;) {
    int x = in();
    if (s == IDLE && x > 0) s = RUN;
    else if (s == RUN && x < 0) s = IDLE;
    out(s == RUN);
  }
}
