// exit 1
// old
void tick(int);
void f(int n) { tick(n); if (n > 10) for (;;) tick(0); }
// new
void tick(int);
void f(int n) { tick(n); if (n > 11) for (;;) tick(0); }
