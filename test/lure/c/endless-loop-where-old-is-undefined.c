// exit 0|3
// old
void tick(int);
int f(int n) { if (n == 0) return 1 / n; return 2; }
// new
void tick(int);
int f(int n) { if (n == 0) for (;;) tick(1); return 2; }
