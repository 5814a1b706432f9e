// exit 0
// old
static const int k = 5;
int f(void) { return k; }
// new
int f(void) { return 5; }
