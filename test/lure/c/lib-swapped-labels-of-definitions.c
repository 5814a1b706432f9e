// exit 1
// old
int a(int x) __asm__("b");
int b(int x) __asm__("a");
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
// new
int a(int x);
int b(int x);
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
