// exit 0
// old
int f(int x) { if (x == 3) for (;;); return x; }
// new
int f(int x) { if (x != 3) return x; while (1) { } }
