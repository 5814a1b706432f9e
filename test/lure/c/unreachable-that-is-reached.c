// exit 1|3
// old
int f(int x) { return x == 1 ? 5 : 0; }
// new
int f(int x) { if (x == 1) return 5; if (x == 0) return 0; __builtin_unreachable(); }
