// exit 0
// old
static int inc(int x) { return x & 1; }
static int dec(int x) { return x & 2; }
static int (*const op[])(int) = {inc, dec};
int f(unsigned i, int x) { return op[i & 1](x); }
// new
static int inc(int x) { return x & 1; }
static int dec(int x) { return x & 2; }
static int (*const op[])(int) = {inc, dec};
int f(unsigned i, int x) { (void)op; if (i % 2 == 0) return inc(x); return dec(x); }
