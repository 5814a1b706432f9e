// exit 0
// old
unsigned long strlen(const char *s);
int f(const char *s) { return strlen(s) + 1 == 0; }
// new
unsigned long strlen(const char *s);
int f(const char *s) { return (strlen(s), 0); }
