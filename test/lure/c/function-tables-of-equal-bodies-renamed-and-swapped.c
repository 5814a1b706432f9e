// exit 1
// old
static int a(void) { return 1; }
static int b(void) { return 1; }
int (*const t[2])(void) = {a, b};
int (*const u[2])(void) = {b, a};
// new
static int c(void) { return 1; }
static int d(void) { return 1; }
int (*const t[2])(void) = {c, d};
int (*const u[2])(void) = {c, d};
