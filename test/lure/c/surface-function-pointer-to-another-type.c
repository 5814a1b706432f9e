// exit 1
// old
int f(int *p) { return p != 0; }
// new
int f(char *p) { return p != 0; }
