// exit 1|3
// old
void reg(void *);
static int step(int x) { return x ^ 1; }
void f(void) { reg((void *)step); }
// new
void reg(void *);
static __attribute__((ms_abi)) int move(int x) { return x ^ 1; }
void f(void) { reg((void *)move); }
