// exit 1
// old
int f(int *p) { return *(volatile int *)p + *(volatile int *)p * 0; }
// new
int f(int *p) { return *p; }
