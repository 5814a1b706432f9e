// exit 1|3
// old
void out(int);
__attribute__((destructor)) static void fini(void) { out(1); }
int f(int x) { return x; }
// new
void out(int);
int f(int x) { return x; }
