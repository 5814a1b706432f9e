// exit 1
// old
int n = 1;
static __attribute__((constructor)) void a(void) { n *= 2; }
static __attribute__((constructor)) void b(void) { n += 1; }
static __attribute__((constructor)) void c(void) { n *= 2; }
// new
int n = 1;
static __attribute__((constructor)) void a(void) { n *= 2; }
static __attribute__((constructor)) void b(void) { n += 1; }
