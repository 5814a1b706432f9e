// exit 1
// old
int f(const char *s) { return *s; }
// new
int f(char *s) { return *s; }
