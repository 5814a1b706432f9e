// exit 0
// old
static int v __attribute__((unused)) = 3;
int f(void) { return 3; }
// new
int f(void) { return 3; }
