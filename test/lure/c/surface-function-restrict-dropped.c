// exit 0
// old
void f(int *restrict p, int *q) { *p = *q; }
// new
void f(int *p, int *q) { *p = *q; }
