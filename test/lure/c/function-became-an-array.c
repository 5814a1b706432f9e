// exit 1
// old
int f(void) { return 1; }
int g(void) { return 2; }
// new
char f[16];
int g(void) { return 2; }
