// exit 0|3
// options --effort 5
// old
void tick(int);
void wait(void);
void f(void) { for (unsigned i = 0;; i++) { wait(); if (i & 1) tick(1); } }
// new
void tick(int);
void wait(void);
void f(void) { for (;;) { wait(); wait(); tick(1); } }
