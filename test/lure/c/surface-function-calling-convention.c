// exit 1
// old
int f(int x) { return x; }
// new
__attribute__((ms_abi)) int f(int x) { return x; }
