// exit 1|3
// old
void out(int);
__attribute__((constructor)) static void a(void) { out(1); }
__attribute__((constructor)) static void b(void) { out(2); }
// new
void out(int);
__attribute__((constructor)) static void b(void) { out(2); }
__attribute__((constructor)) static void a(void) { out(1); }
