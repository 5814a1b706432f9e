// exit 0
// old
static const int *const lim = (const int[]){1, 2};
int get(int i) { return lim[i & 1]; }
// new
static const int named[2] = {1, 2};
int get(int i) { return named[i & 1]; }
