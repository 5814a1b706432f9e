// exit 0
// old
int run(int i) { _Alignas(64) int a[4] = {1, 2, 3, 4}; return a[i & 3]; }
// new
int run(int i) { int a[4] = {1, 2, 3, 4}; return a[i & 3]; }
