// exit 1
// old
int get(int) __attribute__((const));
int f(int x) { return get(x); }
// new
int get(int) __attribute__((const));
int f(int x) { return get(x | 1); }
