// exit 1
// old
int f(int *p, char *c) { *p = 0; *c = 1; return *p; }
// new
int f(int *p, char *c) { *p = 0; *c = 1; return 0; }
