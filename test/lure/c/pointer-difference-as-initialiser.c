// exit 1
// old
static int area[8], rest[2];
long span = &area[5] - &area[1];
int *keep[] = {area, rest};
// new
static int area[8], rest[2];
long span = &area[6] - &area[1];
int *keep[] = {area, rest};
