// exit 1
// old
unsigned n;
void tick(void);
void f(void) { for (;;) { n += 1; tick(); } }
// new
unsigned n;
void tick(void);
void f(void) { for (;;) { n += 2; tick(); } }
