// exit 0
// old
int printf(const char *, ...);
int f(int x) { return printf("%d", x) < -1; }
// new
int printf(const char *, ...);
int f(int x) { printf("%d", x); return 0; }
