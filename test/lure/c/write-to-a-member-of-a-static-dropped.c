// exit 1
// old
static struct { char tag; int sum; } state;
int sum(void) { return state.sum; }
int add(int p, int q) {
  if (q > 0 && p / 47685 == q % 31 + 7 && p % 977 == 5) state.sum += 3;
  return p;
}
// new
static struct { char tag; int sum; } state;
int sum(void) { return state.sum; }
int add(int p, int q) {
  if (q > 0 && p / 47685 == q % 31 + 7 && p % 977 == 5) (void)0;
  return p;
}
