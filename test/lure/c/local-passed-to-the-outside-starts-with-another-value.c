// exit 1
// old
void fill(int *);
int f(void) { int x = 1; fill(&x); return x; }
// new
void fill(int *);
int f(void) { int x = 2; fill(&x); return x; }
