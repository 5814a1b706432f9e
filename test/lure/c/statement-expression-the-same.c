// exit 0
// old
int f(int x) { return ({ int y = x & 7; y + 1; }); }
// new
int f(int x) { int y = x & 7; return y + 1; }
