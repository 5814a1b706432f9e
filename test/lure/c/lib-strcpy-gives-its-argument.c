// exit 0
// old
char *strcpy(char *to, const char *from);
char *f(char *p, char *q) { return strcpy(p, q); }
// new
char *strcpy(char *to, const char *from);
char *f(char *p, char *q) { strcpy(p, q); return p; }
