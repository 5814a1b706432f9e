// exit 1|3
// old
int ready;
__attribute__((constructor)) void init(void) { ready = 1; }
// new
int ready;
void init(void) { ready = 1; }
