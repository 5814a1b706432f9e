// exit 1
// old
int isdigit(int *);
int f(int *p) { return isdigit(p) + isdigit(p); }
// new
int isdigit(int *);
int f(int *p) { return 2 * isdigit(p); }
