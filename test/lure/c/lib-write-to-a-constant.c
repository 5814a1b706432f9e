// exit 1
// old
static int k = 1;
int f(int x) { k = x; return k; }
// new
static const int k = 1;
int f(int x) { *(int *)&k = x; return x; }
