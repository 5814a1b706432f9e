// exit 1
// old
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
int (*r(int n))(int) { return n ? a : b; }
// new
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
int (*r(int n))(int) { return n ? b : b; }
