// exit 1
// options --cflags -Ofast
// old
#ifdef __FAST_MATH__
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif
// new
#ifdef __FAST_MATH__
int f(void) { return 3; }
#else
int f(void) { return 2; }
#endif
