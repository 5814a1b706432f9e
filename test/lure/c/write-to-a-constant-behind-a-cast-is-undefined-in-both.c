// exit 0
// old
static const int k = 3;
int f(int x) { if (x == 5) *(int *)&k = 4; return x == 5 ? 0 : k; }
// new
static const int k = 3;
int f(int x) { if (x == 5) *(int *)&k = 4; return x == 5 ? 1 : k; }
