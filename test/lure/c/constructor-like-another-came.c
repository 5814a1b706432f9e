// exit 3
// old
int n;
static __attribute__((constructor)) void a(void) { n++; }
// new
int n;
static __attribute__((constructor)) void a(void) { n++; }
static __attribute__((constructor)) void b(void) { n++; }
