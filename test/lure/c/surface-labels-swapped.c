// exit 1
// says different
// old
int f(int) __asm__("one");
int g(int) __asm__("two");
int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
// new
int f(int) __asm__("two");
int g(int) __asm__("one");
int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
