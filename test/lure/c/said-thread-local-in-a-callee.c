// exit 0
// options --cflags -fwrapv
// says thread-local variables
// old
static _Thread_local int n;
static int next(void) { return ++n; }
int f(void) { return next() + 1; }
// new
static _Thread_local int n;
static int next(void) { return ++n; }
int f(void) { return 1 + next(); }
