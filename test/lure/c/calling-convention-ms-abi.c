// exit 1
// old
int f(int a, int b) { return a & ~b; }
// new
__attribute__((ms_abi)) int f(int a, int b) { return a & ~b; }
