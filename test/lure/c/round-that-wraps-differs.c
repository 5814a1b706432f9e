// exit 1|3
// options --effort 5
// old
void tick(int);
void f(void) { for (unsigned n = 0;; n++) tick(0); }
// new
void tick(int);
void f(void) { for (unsigned n = 0;; n++) tick(n == 0xffffffffu); }
