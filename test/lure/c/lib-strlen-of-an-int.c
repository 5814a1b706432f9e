// exit 1
// options --cflags -w
// old
int strlen(int x);
int f(int x) { return strlen(x) + strlen(x); }
// new
int strlen(int x);
int f(int x) { int n = strlen(x); return n + n; }
