// exit 0
// old
int ready;
__attribute__((constructor)) static void init(void) { ready = 1; }
int f(void) { return ready; }
// new
int ready;
__attribute__((constructor)) static void init(void) { ready = 2 - 1; }
int f(void) { return ready; }
