// exit 1|3
// old
int *p = (int[]){ 1, 2 };
// new
int *p = (int *)(const int[]){ 1, 2 };
