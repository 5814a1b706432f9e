// exit 1
// old
int in(void); void out(int);
void f(void) { int x; do { x = in(); out(x & 1); } while (x != 0); }
// new
int in(void); void out(int);
void f(void) { int x; do { x = in(); out(x & 1); } while ((x | 1) != 0); }
