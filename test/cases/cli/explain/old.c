static int twice(int x) { return x * 2; }
int f(int x) { return twice(x) + 1; }
int g(int x) { return x < 10; }
int h(int x) { return x & 1; }
