// exit 1
// old
int area[8];
int *middle = &area[3];
// new
int area[8];
int *middle = &area[4];
