// exit 1|3
// old
__attribute__((weak)) const int limit = 10;
int f(int x) { return x > limit; }
// new
__attribute__((weak)) const int limit = 10;
int f(int x) { return x > 10; }
