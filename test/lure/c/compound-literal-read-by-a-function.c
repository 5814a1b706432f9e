// exit 1
// old
static int *lim = (int[]){1, 2};
int get(int i) { return lim[i & 1]; }
void set(int i, int v) { lim[i & 1] = v; }
// new
static int *lim = (int[]){1, 9};
int get(int i) { return lim[i & 1]; }
void set(int i, int v) { lim[i & 1] = v; }
