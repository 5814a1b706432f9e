// exit 1
// old
int f(int x) { return x + 1; }
// new
__attribute__((visibility("hidden"))) int f(int x) { return x + 1; }
