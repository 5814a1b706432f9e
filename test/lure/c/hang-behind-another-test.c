// exit 1
// old
int f(int x) { if (x == 3) for (;;); return 0; }
// new
int f(int x) { if (x == 4) for (;;); return 0; }
