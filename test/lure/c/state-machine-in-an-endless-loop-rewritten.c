// exit 0
// old
extern int get(void);
extern void put(int);
void serve(void) {
  int state = 0;
  for (;;) {
    int x = get();
    switch (state) {
      case 0:
        if (x) state = 1;
        break;
      case 1:
        put(x);
        state = 0;
        break;
    }
  }
}
// new
extern int get(void);
extern void put(int);
void serve(void) {
  int busy = 0;
  for (;;) {
    int x = get();
    if (busy) {
      put(x);
      busy = 0;
    } else if (x) {
      busy = 1;
    }
  }
}
