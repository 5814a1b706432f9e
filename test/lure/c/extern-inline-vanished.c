// exit 1
// old
extern inline int k(void) { return 3; }
int f(int x) { return x; }
// new
inline int k(void) { return 3; }
int f(int x) { return x; }
