// exit 1
// old
void at(const char *);
static void step(void) { at(__func__); }
void f(void) { step(); }
// new
void at(const char *);
static void advance(void) { at(__func__); }
void f(void) { advance(); }
