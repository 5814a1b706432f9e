// exit 1
// old
static int inc(int x) { return x < 9 ? x + 1 : x; }
int (*op)(int) = inc;
// new
static int inc(int x) { return x < 9 ? x + 2 : x; }
int (*op)(int) = inc;
