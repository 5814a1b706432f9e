// exit 3
// old
__attribute__((used)) static int v = 3;
int f(void) { return 1; }
// new
int f(void) { return 1; }
