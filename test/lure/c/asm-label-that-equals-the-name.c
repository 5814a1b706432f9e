// exit 0
// old
int f(int x) __asm__("f");
int f(int x) { return x & 1; }
// new
int f(int x);
int f(int x) { return x & 1; }
