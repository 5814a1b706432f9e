// exit 1
// options --cflags -O2
// old
#ifdef __OPTIMIZE__
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif
// new
#ifdef __OPTIMIZE__
int f(void) { return 3; }
#else
int f(void) { return 2; }
#endif
