static int s;
int f(int *p) { s = 1; *p = 2; return 1; }
int g(void) { return s; }
