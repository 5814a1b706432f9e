// exit 1
// old
int mode;
void tick(void);
void f(void) { mode = 1; for (;;) tick(); }
// new
int mode;
void tick(void);
void f(void) { mode = 2; for (;;) tick(); }
