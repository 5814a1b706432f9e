// exit 1
// old
char *f(char *s) { return s; }
// new
const char *f(char *s) { return s; }
