// exit 1
// old
int *lim = (int[]){1, 2};
// new
int *lim = (int[]){1, 9};
