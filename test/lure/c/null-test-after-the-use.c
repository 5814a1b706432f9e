// exit 0
// old
int f(int *p) { int x = *p; if (!p) return -1; return x; }
// new
int f(int *p) { return *p; }
