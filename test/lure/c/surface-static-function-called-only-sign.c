// exit 0
// old
static int step(int x) { return x ^ 1; }
int run(int x) { return step(x); }
// new
static int step(unsigned x) { return x ^ 1; }
int run(int x) { return step(x); }
