// exit 1
// old
int f(int *p) { return p != 0; }
// new
int f(float *p) { return p != 0; }
