// exit 1
// old
static int a(void) { return 1; }
static int b(void) { return 1; }
int (*const t[2])(void) = {a, b};
// new
static int a(void) { return 1; }
static int b(void) { return 1; }
int (*const t[2])(void) = {a, a};
