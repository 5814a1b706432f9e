// exit 0
// options --cflags -fwrapv
// says thread-local variables
// old
_Thread_local int n;
int f(void) { n = n + 2; return n; }
// new
_Thread_local int n;
int f(void) { n++; n++; return n; }
