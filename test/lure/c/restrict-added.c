// exit 1|3
// old
void f(int *a, int *b) { *a = 1; *b = 2; }
// new
void f(int *restrict a, int *restrict b) { *a = 1; *b = 2; }
