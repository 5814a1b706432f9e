// exit 3
// old
void give(void *);
void run(void) { give(__builtin_alloca_with_align(32, 1024)); }
// new
void give(void *);
void run(void) { give(__builtin_alloca_with_align(32, 128)); }
