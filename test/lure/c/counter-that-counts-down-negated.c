// exit 0|3
// options --effort 5
// old
void tick(unsigned);
void f(void) { for (unsigned n = 0;; n++) tick(n); }
// new
void tick(unsigned);
void f(void) { for (unsigned n = 0;; n--) tick(-n); }
