// exit 1
// old
int s;
__attribute__((constructor)) static void one(void) { s += 3; }
__attribute__((constructor)) static void two(void) { s *= 2; }
// new
int s;
__attribute__((constructor)) static void two(void) { s *= 2; }
__attribute__((constructor)) static void one(void) { s += 3; }
