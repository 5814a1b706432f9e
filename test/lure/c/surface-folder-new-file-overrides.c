// exit 3
// old
// file a.c
void *malloc(unsigned long);
void *f(void) { return malloc(1); }
// new
// file a.c
void *malloc(unsigned long);
void *f(void) { return malloc(1); }
// file b.c
void *malloc(unsigned long n) { return 0; }
