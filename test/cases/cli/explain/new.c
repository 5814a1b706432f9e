static int twice(int x) { return x + x; }
int f(int x) { return 1 + twice(x); }
int g(int x) { return x <= 10; }
int h(int x) { return x & 1; }
