// exit 1
// old
int f(int x, int y) { return y ? (int)((long)x / y) : 0; }
// new
int f(int x, int y) { return (int)((long)x / y); }
