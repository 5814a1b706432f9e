// exit 1
// old
int floor(int, int);
int f(int x) { floor(x, 1); return 0; }
// new
int floor(int, int);
int f(int x) { (void)x; return 0; }
