// exit 1
// old
int f(int p) { return p == 7; }
// new
int f(unsigned p) { return p == 7; }
