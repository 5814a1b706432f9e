// exit 1
// options --cflags -Os
// old
#ifdef __OPTIMIZE_SIZE__
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif
// new
#ifdef __OPTIMIZE_SIZE__
int f(void) { return 3; }
#else
int f(void) { return 2; }
#endif
