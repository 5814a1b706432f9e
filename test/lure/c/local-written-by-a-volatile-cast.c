// exit 0|3
// old
int f(int v) { int x; *(volatile int*)&x = v; return x; }
// new
int f(int v) { int x; *(volatile int*)&x = v; return v; }
