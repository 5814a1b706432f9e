// exit 1
// old
#ifdef __NO_INLINE__
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif
// new
#ifdef __NO_INLINE__
int f(void) { return 3; }
#else
int f(void) { return 2; }
#endif
