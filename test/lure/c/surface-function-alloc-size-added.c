// exit 1
// old
void *g(unsigned long);
void *f(unsigned long n) { return g(n); }
// new
void *g(unsigned long);
__attribute__((alloc_size(1))) void *f(unsigned long n) { return g(n); }
