// exit 0
// old
int *lim = (int[]){1, 2};
int get(int i) { return lim[i & 1]; }
// new
static int *unused_before = (int[]){7, 7};
int *lim = (int[]){1, 2};
int get(int i) { return lim[i & 1]; }
int seven(void) { return *unused_before; }
