// exit 1
// options --cflags '-fPIC -fsemantic-interposition'
// old
int h(void) { return 1; }
int f(void) { return h(); }
// new
int h(void) { return 1; }
int f(void) { return 1; }
