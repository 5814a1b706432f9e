// exit 1|3
// old
static const char s[] = "abc";
int f(const char *p) { return p == s; }
// new
int f(const char *p) { return p == (const char *)"abc"; }
