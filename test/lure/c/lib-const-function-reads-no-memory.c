// exit 0
// old
int get(int) __attribute__((const));
int n;
int f(int x) { int y = get(x); n = x; return y; }
// new
int get(int) __attribute__((const));
int n;
int f(int x) { n = x; return get(x); }
