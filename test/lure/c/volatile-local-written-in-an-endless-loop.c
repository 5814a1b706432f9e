// exit 1
// old
extern int get(void);
extern void put(int);
int table[4];
void serve(void) {
  for (;;) {
    int x = get();
    put(x);
  }
}
// new
extern int get(void);
extern void put(int);
int table[4];
void serve(void) {
  for (;;) {
    int x = get();
    volatile int copy = table[x];
    put(x);
  }
}
