// exit 0
// old
int f(int) __asm__("one");
int f(int x) { return x + 1; }
// new
int one(int x) { return x + 1; }
