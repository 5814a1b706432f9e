// exit 1
// old
void *g(int);
int f(void) { return g(1) != 0; }
// new
void *g(int);
int f(void) { return (g(1), 1); }
