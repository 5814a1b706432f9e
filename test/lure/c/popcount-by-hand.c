// exit 0
// old
int f(unsigned char x) { return __builtin_popcount(x); }
// new
int f(unsigned char x) { int n = 0; for (int i = 0; i < 8; i++) n += x >> i & 1; return n; }
