// exit 1
// old
void f(int *p, int *q) { *p = *q; }
// new
void f(int *restrict p, int *q) { *p = *q; }
