// exit 1
// old
int a(void) { return 1; }
int b(void) { return 2; }
int (*t[])(void) = {a, b};
// new
int a(void) { return 1; }
int b(void) { return 2; }
int (*t[])(void) = {b, a};
