// exit 1
// old
static const int k = 3;
int f(int x) { return k + (x & 1); }
// new
static const int k = 3;
int f(int x) { if (x == 5) *(int *)&k = 4; return k + (x & 1); }
