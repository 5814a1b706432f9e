// exit 0
// old
static const char s[] = "abc";
int f(const char *p) { return p == s; }
const char *g(void) { return "abcd"; }
// new
static const char t[] = "abc";
int f(const char *p) { return p == t; }
const char *g(void) { return "abcd"; }
