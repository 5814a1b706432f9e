// exit 1
// old
int n; void ext(int);
static __attribute__((destructor)) void a(void) { ext(1); }
static __attribute__((destructor)) void b(void) { ext(1); }
// new
int n; void ext(int);
static __attribute__((destructor)) void a(void) { ext(1); }
