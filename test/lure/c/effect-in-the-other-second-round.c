// exit 1
// old
void tick(int);
void wait(void);
void f(void) { for (unsigned i = 0;; i++) { wait(); if (i & 1) tick(1); } }
// new
void tick(int);
void wait(void);
void f(void) { for (unsigned i = 1;; i++) { wait(); if (i & 1) tick(1); } }
