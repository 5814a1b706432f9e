// exit 1
// says lim: its initial value changed
// old
int *lim = (int[]){1, 2};
int f(void) { return lim[1]; }
// new
int *lim = (int[]){1, 9};
int f(void) { return lim[1]; }
