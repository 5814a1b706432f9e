// exit 1
// old
int f(int *p) { return p ? *p : -1; }
// new
int f(int *p) { return *p; }
