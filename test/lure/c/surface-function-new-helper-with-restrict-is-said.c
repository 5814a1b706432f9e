// exit 0
// says callers of new functions do what restrict
// old
void f(int *a, int *b) { *a = *b; }
// new
static void h(int *restrict a, const int *restrict b) { *a = *b; }
void f(int *a, int *b) { h(a, b); }
