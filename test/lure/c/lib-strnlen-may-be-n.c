// exit 1
// old
unsigned long strnlen(const char *s, unsigned long n);
int f(const char *s, unsigned long n) { return strnlen(s, n) >= n; }
// new
unsigned long strnlen(const char *s, unsigned long n);
int f(const char *s, unsigned long n) { return strnlen(s, n) > n; }
