// exit 3
// old
__asm__(".symver f,f@V1");
int f(int x) { return x + 1; }
// new
__asm__(".symver f,f@V2");
int f(int x) { return x + 1; }
