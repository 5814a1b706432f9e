// exit 1|3
// old
int ready;
__attribute__((constructor)) static void init(void) { ready = 1; }
int f(void) { return ready; }
// new
int ready;
int f(void) { return ready; }
