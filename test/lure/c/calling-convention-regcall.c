// exit 1
// old
int f(int a, int b) { return a & ~b; }
// new
__attribute__((regcall)) int f(int a, int b) { return a & ~b; }
