// exit 1
// old
int f(int i) { int *p = (int[]){1, 2, 3, 4}; return p[i & 3]; }
// new
int f(int i) { int *p = (int[]){1, 2, 3, 5}; return p[i & 3]; }
