// exit 0
// old
int f(int x) { return x; }
// new
int f(int x) { return (int)(double)x; }
