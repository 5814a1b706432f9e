// exit 1
// old
inline int h(int x) { return x + 1; }
int f(int x) { return h(x); }
// new
inline int h(int x) { return x + 2; }
int f(int x) { return h(x); }
