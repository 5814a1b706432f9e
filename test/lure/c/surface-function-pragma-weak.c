// exit 1
// old
int f(int x) { return x + 1; }
// new
#pragma weak f
int f(int x) { return x + 1; }
