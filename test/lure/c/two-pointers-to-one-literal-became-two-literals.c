// exit 1|3
// old
static int cell[2] = {1, 2};
int *a = cell;
int *b = cell;
// new
int *a = (int[]){1, 2};
int *b = (int[]){1, 2};
