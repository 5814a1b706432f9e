// exit 1
// old
static int inc(int x) { return x < 9 ? x + 1 : x; }
static int dec(int x) { return x > 0 ? x - 1 : x; }
int (*const op[2])(int) = {inc, dec};
// new
static int inc(int x) { return x < 9 ? x + 1 : x; }
static int dec(int x) { return x > 0 ? x - 1 : x; }
int (*const op[2])(int) = {dec, inc};
