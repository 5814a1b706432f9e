// exit 1
// old
extern int a __asm__("p"), b __asm__("q");
int f(void) { return a; }
void g(int x) { b = x; }
// new
extern int a __asm__("q"), b __asm__("p");
int f(void) { return a; }
void g(int x) { b = x; }
