// exit 0
// options --cflags -fPIC
// old
int h(void) { return 1; }
int f(void) { return h(); }
// new
int h(void) { return 1; }
int f(void) { return 1; }
