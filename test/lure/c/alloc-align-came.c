// exit 1|3
// old
void *ext(long);
int f(void) { return ((long)ext(64) & 63) == 0; }
// new
void *ext(long) __attribute__((alloc_align(1)));
int f(void) { return ((long)ext(64) & 63) == 0; }
