// exit 1|3
// old
int f(unsigned i) { int t[4] = {1, 2, 3, 4}; return i < 4 ? t[i] : 0; }
// new
int f(unsigned i) { int t[4] = {1, 2, 3, 4}; return i < 5 ? t[i] : 0; }
