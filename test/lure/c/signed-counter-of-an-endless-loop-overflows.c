// exit 0|3
// options --effort 5
// old
void tick(int);
void f(void) { for (int i = 0;; i++) tick(i & 7); }
// new
void tick(int);
void f(void) { for (unsigned i = 0;; i++) tick((int)(i & 7)); }
