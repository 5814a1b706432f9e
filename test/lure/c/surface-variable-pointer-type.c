// exit 1
// old
char *v;
// new
int *v;
