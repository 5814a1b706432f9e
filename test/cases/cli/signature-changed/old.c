int f(int x) { return x; }
long g(long x) { return x; }
int h(int a, int b) { return a + b; }
void v(int *p) { *p = 1; }
int same(int x) { return x; }
