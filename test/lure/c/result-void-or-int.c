// exit 1
// old
void f(int *p) { *p = 1; }
// new
int f(int *p) { *p = 1; return 0; }
