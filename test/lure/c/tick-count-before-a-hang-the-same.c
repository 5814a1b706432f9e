// exit 0
// old
void tick(int);
void f(int n) { for (int i = 0; i < (n & 3); i++) tick(i); for (;;); }
// new
void tick(int);
void f(int n) { int m = n & 3; int i = 0; while (i < m) { tick(i); i++; } while (1) { } }
