// exit 1
// old
int f(int *p) { return 1; }
// new
int f(int p[static 4]) { return 1; }
