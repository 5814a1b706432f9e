// exit 1|3
// old
void f(int *p) { *p = 1; for (;;); }
// new
void f(int *p) { *p = 2; for (;;); }
