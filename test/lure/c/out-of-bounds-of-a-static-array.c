// exit 1
// old
static int t[4] = {1, 2, 3, 4};
int f(unsigned i) { return i < 4 ? t[i] : 0; }
// new
static int t[4] = {1, 2, 3, 4};
int f(unsigned i) { return i <= 4 ? t[i] : 0; }
