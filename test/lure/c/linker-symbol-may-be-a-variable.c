// exit 1|3
// old
extern char s[];
int x;
int f(void) { return (void *)s == (void *)&x; }
// new
extern char s[];
int x;
int f(void) { return 0; }
