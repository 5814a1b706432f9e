// exit 1
// says confirmed by the real code
// old
static void a(void) {}
static void b(void) {}
static void (*const t[])(void) = {a, b};
int f(void (*p)(void)) { return t[0] == p ? 0 : t[1] == p ? 1 : -1; }
void *g(int i) { return t[i & 1]; }
// new
static void a(void) {}
static void b(void) {}
static void (*const t[])(void) = {a, b};
int f(void (*p)(void)) { return t[0] == p ? 1 : t[1] == p ? 2 : -1; }
void *g(int i) { return t[i & 1]; }
