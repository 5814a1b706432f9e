// exit 1
// old
int f(int) __asm__("one");
int f(int x) { return x + 1; }
// new
int f(int) __asm__("two");
int f(int x) { return x + 1; }
