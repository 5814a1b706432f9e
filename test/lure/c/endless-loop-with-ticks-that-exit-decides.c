// exit 0
// old
void tick(int);
void f(int x) { if (x) { for (;;) tick(1); } else { for (;;) tick(1); } }
// new
void tick(int);
void f(int x) { (void)x; for (;;) tick(1); }
