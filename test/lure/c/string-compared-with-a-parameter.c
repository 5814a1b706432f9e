// exit 1
// says confirmed by the real code
// old
int f(const char *p) { return p == (const char *)"q\n\"" ? 1 : 0; }
// new
int f(const char *p) { return p == (const char *)"q\n\"" ? 2 : 0; }
