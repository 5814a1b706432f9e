// exit 1
// old
__attribute__((weak)) const int k = 3;
int f(void) { return k; }
// new
__attribute__((weak)) const int k = 3;
int f(void) { return 3; }
