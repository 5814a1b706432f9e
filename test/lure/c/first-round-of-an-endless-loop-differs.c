// exit 1
// old
void tick(int);
void f(void) { for (int first = 1;; first = 0) tick(first); }
// new
void tick(int);
void f(void) { for (;;) tick(0); }
