// exit 1|3
// old
int *f(void) { static int c; static int d; return d ? &d : &c; }
// new
int *f(void) { static int c; static int d; return d ? &c : &d; }
