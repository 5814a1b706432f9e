// exit 1|3
// old
int g(int);
int f(void) { g(1); return 0; }
// new
__attribute__((pure)) int g(int);
int f(void) { g(1); return 0; }
