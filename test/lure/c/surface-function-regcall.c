// exit 1
// old
int f(int x) { return x; }
// new
__attribute__((regcall)) int f(int x) { return x; }
