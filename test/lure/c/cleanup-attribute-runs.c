// exit 1|3
// old
void out(int);
static void done(int *p) { out(*p); }
int f(int x) { __attribute__((cleanup(done))) int y = x; return y; }
// new
void out(int);
static void done(int *p) { out(*p); }
int f(int x) { int y = x; (void)done; return y; }
