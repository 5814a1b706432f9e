// exit 1|3
// old
void fill(int *);
int f(void) { int x = 1; fill(&x); return x; }
// new
void fill(int *);
int f(void) { int x = 1; fill(&x); return 1; }
