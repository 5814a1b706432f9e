// exit 0
// old
static int step(int x) { return x ^ 1; }
static int (*const table[1])(int) = {step};
int run(int x) { return table[0](x); }
// new
static int step(unsigned x) { return x ^ 1; }
static int (*const table[1])(unsigned) = {step};
int run(int x) { return table[0](x); }
