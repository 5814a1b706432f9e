// exit 1
// old
int pow(int, int);
int k(void);
int f(int x) { int a = pow(x, 2); return a + k(); }
// new
int pow(int, int);
int k(void);
int f(int x) { int b = k(); return pow(x, 2) + b; }
