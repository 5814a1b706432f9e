// exit 1
// old
int sqrt(int);
int f(int x) { return sqrt(x) + sqrt(x); }
// new
int sqrt(int);
int f(int x) { int y = sqrt(x); return y + y; }
