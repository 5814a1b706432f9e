// exit 0
// old
static int a(void) { return 1; }
static int b(void) { return 1; }
int (*const t[2])(void) = {a, b};
int (*const u[2])(void) = {b, a};
int first(int (*p)(void)) { return p == a; }
// new
static int c(void) { return 1; }
static int d(void) { return 1; }
int (*const t[2])(void) = {c, d};
int (*const u[2])(void) = {d, c};
int first(int (*p)(void)) { return p == c; }
