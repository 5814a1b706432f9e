// exit 0|3
// old
static const char s[] = "abc";
int f(const char *p) { return p == s; }
// new
int f(const char *p) { return 0; }
