// exit 1
// old
void tick(int);
void f(int n) { for (int i = 0; i < (n & 3); i++) tick(i); for (;;); }
// new
void tick(int);
void f(int n) { for (int i = 0; i <= (n & 3); i++) tick(i); for (;;); }
