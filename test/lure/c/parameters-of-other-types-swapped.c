// exit 1
// old
int f(int x, double y) { return x + (int)(y * 0); }
// new
int f(double y, int x) { return x + (int)(y * 0); }
