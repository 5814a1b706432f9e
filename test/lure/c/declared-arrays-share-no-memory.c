// exit 0
// says what is declared without a size shares no memory with anything
// old
extern int a[], b[];
int f(void) { a[0] = 1; b[0] = 2; return a[0]; }
// new
extern int a[], b[];
int f(void) { a[0] = 1; b[0] = 2; return 1; }
