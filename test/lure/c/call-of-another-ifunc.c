// exit 1|3
// old
static int a(void) { return 1; }
static int b(void) { return 2; }
static void *ra(void) { return a; }
static void *rb(void) { return b; }
int f1(void) __attribute__((ifunc("ra")));
int f2(void) __attribute__((ifunc("rb")));
int g(void) { return f1(); }
// new
static int a(void) { return 1; }
static int b(void) { return 2; }
static void *ra(void) { return a; }
static void *rb(void) { return b; }
int f1(void) __attribute__((ifunc("ra")));
int f2(void) __attribute__((ifunc("rb")));
int g(void) { return f2(); }
