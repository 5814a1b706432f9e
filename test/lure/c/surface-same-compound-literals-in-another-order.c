// exit 0
// old
int *a = (int[]){1, 2};
int *b = (int[]){3, 4};
int f(void) { return a[1] + b[0]; }
// new
int *b = (int[]){3, 4};
int *a = (int[]){1, 2};
int f(void) { return a[1] + b[0]; }
