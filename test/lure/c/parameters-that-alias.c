// exit 1
// old
void f(int *a, int *b) { *a = 1; *b = 2; *a = *b; }
// new
void f(int *a, int *b) { *b = 2; *a = 2; (void)a; *b = *a + (a == b); }
