// exit 1
// old
void reg(void (*)(void));
void out(int);
static void tick(void) { out(1); }
static void tock(void) { out(1); }
void f(void) { reg(tick); }
void g(void) { reg(tock); }
// new
void reg(void (*)(void));
void out(int);
static void on_tick(void) { out(1); }
static void on_tock(void) { out(1); }
void f(void) { reg(on_tick); }
void g(void) { reg(on_tick); }
