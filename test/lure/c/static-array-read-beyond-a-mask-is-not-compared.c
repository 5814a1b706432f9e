// exit 0
// old
static const int t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int f(unsigned i) { return t[i & 3]; }
// new
static const int t[8] = {1, 2, 3, 4, 0, 0, 0, 0};
int f(unsigned i) { return t[i & 3]; }
