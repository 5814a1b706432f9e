// exit 1|3
// old
void reg(void (*)(void));
static void a(void) {}
static void b(void) {}
int f(long double x) { reg(a); return (int)x; }
void g(void) { reg(b); }
// new
void reg(void (*)(void));
static void a(void) {}
static void b(void) {}
int f(long double x) { reg(b); return (int)x; }
void g(void) { reg(b); }
