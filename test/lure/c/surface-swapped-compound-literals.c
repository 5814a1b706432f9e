// exit 1
// old
int *a = (int[]){1, 2};
int *b = (int[]){3, 4};
// new
int *a = (int[]){3, 4};
int *b = (int[]){1, 2};
