// exit 1|3
// old
int g(int, int) __attribute__((ms_abi));
int f(int a) { return g(a, 1); }
// new
int g(int, int);
int f(int a) { return g(a, 1); }
