// exit 1|3
// old
int *where;
// new
float *where;
