// exit 0
// old
__attribute__((visibility("hidden"))) int g(int x) { return x & 1; }
// new
int g(int x) { return x & 1; }
