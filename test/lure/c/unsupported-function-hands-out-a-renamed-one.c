// exit 0
// old
void reg(void (*)(void));
void out(int);
static void tick(void) { out(1); }
static int one(void) { return 1; }
int f(long double x) { reg(tick); return (int)x + one(); }
// new
void reg(void (*)(void));
void out(int);
static void on_tick(void) { out(1); }
static int uno(void) { return 1; }
int f(long double x) { reg(on_tick); return (int)x + uno(); }
