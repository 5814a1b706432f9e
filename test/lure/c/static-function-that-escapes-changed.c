// exit 1
// old
void reg(void (*)(void));
void out(int);
static void cb(void) { out(1); }
void f(void) { reg(cb); }
// new
void reg(void (*)(void));
void out(int);
static void cb(void) { out(2); }
void f(void) { reg(cb); }
