// exit 3
// old
static void g(int *p, int *q) { *p = 1; *q = 2; }
void f(int *p) { g(p, p); }
// new
static void g(int *restrict p, int *restrict q) { *p = 1; *q = 2; }
void f(int *p) { g(p, p); }
