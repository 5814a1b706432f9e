// exit 1
// old
static const int t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int f(unsigned i) { return t[i & 7]; }
// new
static const int t[8] = {1, 2, 3, 4, 5, 6, 7, 9};
int f(unsigned i) { return t[i & 7]; }
