// exit 1|3
// old
// file a.c
int ready;
int a(void) { return ready; }
// new
// file a.c
int ready;
int a(void) { return ready; }
// file b.c
extern int ready;
__attribute__((constructor)) static void init(void) { ready = 1; }
