// exit 1
// old
void *malloc(unsigned long);
void *f(void) { return malloc(4); }
// new
void *malloc(unsigned long n) { return 0; }
void *f(void) { return malloc(4); }
