// exit 1
// old
int f(int x) __asm__("f_v1");
int f(int x) { return x; }
// new
int f(int x) __asm__("f_v2");
int f(int x) { return x; }
