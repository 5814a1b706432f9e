// exit 1
// old
int a(int x) __asm__("p");
int b(int x) __asm__("q");
int a(int x) { return x & 1; }
int b(int x) { return x & 3; }
// new
int a(int x) __asm__("q");
int b(int x) __asm__("p");
int a(int x) { return x & 1; }
int b(int x) { return x & 3; }
