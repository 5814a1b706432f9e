// exit 0
// old
int *a = (int[]){1, 2};
int *b = (int[]){3, 4};
// new
int *b = (int[]){3, 4};
int *a = (int[]){1, 2};
