// exit 1
// says confirmed by the real code
// old
int f(const char *p) { return p == (const char *)""; }
// new
int f(const char *p) { return 0; }
