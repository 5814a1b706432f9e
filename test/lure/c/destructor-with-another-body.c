// exit 1
// old
void out(int);
__attribute__((destructor)) static void fini(void) { out(1); }
// new
void out(int);
__attribute__((destructor)) static void fini(void) { out(2); }
