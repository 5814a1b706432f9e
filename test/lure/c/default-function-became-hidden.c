// exit 1|3
// old
int g(int x) { return x & 1; }
// new
__attribute__((visibility("hidden"))) int g(int x) { return x & 1; }
