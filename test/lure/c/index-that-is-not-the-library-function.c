// exit 1
// old
int index(int, int);
int f(int a) { index(a, 1); index(a, 2); return 0; }
// new
int index(int, int);
int f(int a) { index(a, 2); index(a, 1); return 0; }
