// exit 1|3
// old
int *ext(void); int f(void) { return ((unsigned long)ext() & 15) == 0; }
// new
int *ext(void) __attribute__((assume_aligned(16))); int f(void) { return ((unsigned long)ext() & 15) == 0; }
