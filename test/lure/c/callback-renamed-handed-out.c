// exit 0
// old
void reg(void (*)(void));
void out(int);
static void tick(void) { out(1); }
static void tock(void) { reg(tick); }
void f(void) { reg(tock); }
void *g(void) { return (void *)tick; }
// new
void reg(void (*)(void));
void out(int);
static void on_tick(void) { out(1); }
static void on_tock(void) { reg(on_tick); }
void f(void) { reg(on_tock); }
void *g(void) { return (void *)on_tick; }
