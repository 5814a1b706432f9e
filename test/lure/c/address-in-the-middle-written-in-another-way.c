// exit 0
// old
int area[8];
int *middle = &area[3];
// new
int area[8];
int *middle = (int *)((char *)area + 12);
