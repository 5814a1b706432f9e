// exit 0|3
// old
static void q(void) {}
int f(void (*p)(void)) { return p == q; }
// new
static void q(void) {}
int f(void (*p)(void)) { return 0; }
