// exit 1
// old
int *f(int *p) { return p; }
// new
__attribute__((malloc)) int *f(int *p) { return p; }
