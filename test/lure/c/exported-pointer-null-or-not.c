// exit 1
// old
int x;
int *p = &x;
// new
int x;
int *p = 0;
