// exit 3
// old
static int r(void) __attribute__((weakref("a")));
int f(void) { return r(); }
// new
static int r(void) __attribute__((weakref("b")));
int f(void) { return r(); }
