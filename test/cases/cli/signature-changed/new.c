int f(long x) { return x; }
int g(long x) { return x; }
int h(int a, int b, int c) { return a + b + c; }
int v(int *p) { return *p = 1; }
int same(int x) { return x; }
