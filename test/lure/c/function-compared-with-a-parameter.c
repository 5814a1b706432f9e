// exit 1
// says confirmed by the real code
// old
void h(int x) {}
int f(void (*p)(int)) { return p == h ? 1 : 0; }
// new
void h(int x) {}
int f(void (*p)(int)) { return p == h ? 2 : 0; }
