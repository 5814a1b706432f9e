// exit 0|3
// options --effort 5
// old
void tick(void);
static unsigned n;
void f(void) { for (;;) { n += 1; tick(); } }
// new
void tick(void);
void f(void) { for (;;) { tick(); } }
