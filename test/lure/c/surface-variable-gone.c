// exit 1
// says v: a variable that is gone
// old
int v = 3;
int f(void) { return 1; }
// new
int f(void) { return 1; }
