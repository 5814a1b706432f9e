// exit 0
// old
char *strchr(const char *s, int c);
int f(const char *s) { char *p = strchr(s, 'x'); return p && p < s; }
// new
char *strchr(const char *s, int c);
int f(const char *s) { strchr(s, 'x'); return 0; }
