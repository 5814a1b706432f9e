// exit 1
// old
int f(int (*p)[4]) { return p == 0; }
// new
int f(int (*p)[5]) { return p == 0; }
