// exit 1
// old
static int *lim = (int[]){1, 2};
int f(void) { return lim[1]; }
// new
static int *lim = (int[]){1, 9};
int f(void) { return lim[1]; }
