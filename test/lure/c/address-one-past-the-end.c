// exit 1
// old
int area[8];
int *end = area + 8;
// new
int area[8];
int *end = area + 7;
