// exit 0
// old
extern char s[], e[];
int f(void) { return s == e; }
long g(void) { return e - s; }
// new
extern char s[], e[];
int f(void) { return !(e - s); }
long g(void) { return -(s - e); }
