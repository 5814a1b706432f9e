// exit 0
// says const char *
// old
int f(char *s) { return *s; }
// new
int f(const char *s) { return *s; }
