// exit 1
// says confirmed by the real code
// old
extern int get(void);
extern void put(int);
void serve(void) {
  for (;;) {
    int x = get();
    put(x);
  }
}
// new
extern int get(void);
extern void put(int);
void serve(void) {
  for (;;) {
    int x = get();
    int ratio = 100 / x;
    put(x);
    (void)ratio;
  }
}
