// exit 1
// options --cflags=-ffast-math
// old
#ifdef __FAST_MATH__
int f(void) { return 1; }
#endif
int g(void) { return 0; }
// new
#ifdef __FAST_MATH__
int f(void) { return 2; }
#endif
int g(void) { return 0; }
