// exit 1|3
// old
int f(const char *p) { return p == (const char *)"abc"; }
// new
static const char s[] = "abc";
int f(const char *p) { return p == s; }
