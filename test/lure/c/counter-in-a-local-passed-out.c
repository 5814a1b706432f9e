// exit 0
// old
void tick(unsigned);
void f(void) { for (unsigned n = 0;; n++) tick(n); }
// new
void tick(unsigned);
void f(void) { unsigned n = 0; while (1) { tick(n); n = n + 1; } }
