// exit 1
// says g: a function that is gone
// old
int f(int x) { return x + 1; }
int g(void) { return 2; }
// new
int f(int x) { return x + 1; }
