// exit 1
// old
int inc(int x) { return x < 9 ? x + 1 : x; }
int dec(int x) { return x > 0 ? x - 1 : x; }
int (*op[2])(int) = {inc, dec};
// new
int inc(int x) { return x < 9 ? x + 1 : x; }
int dec(int x) { return x > 0 ? x - 1 : x; }
int (*op[2])(int) = {inc};
