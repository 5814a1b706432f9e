// exit 3
// old
void wait(void);
static int ticks;
void tick(void) { ticks++; }
int waited(void) {
  int before = ticks;
  wait();
  return ticks - before;
}
// new
__attribute__((leaf)) void wait(void);
static int ticks;
void tick(void) { ticks++; }
int waited(void) {
  int before = ticks;
  wait();
  return ticks - before;
}
