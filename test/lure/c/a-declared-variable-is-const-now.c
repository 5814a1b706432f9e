// exit 3
// old
extern int level;
void wait(void);
int change(void) {
  int before = level;
  wait();
  return level - before;
}
// new
extern const int level;
void wait(void);
int change(void) {
  int before = level;
  wait();
  return level - before;
}
