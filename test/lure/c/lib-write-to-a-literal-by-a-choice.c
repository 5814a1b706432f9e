// exit 1
// old
char buf[4];
char f(int c) { char *p = buf; p[0] = 'x'; return c ? 'x' : p[0]; }
// new
char buf[4];
char f(int c) { char *p = c ? "abc" : buf; p[0] = 'x'; return 'x'; }
