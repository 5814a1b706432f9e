// exit 1
// old
inline int k(void) { return 3; }
int f(void) { return k(); }
// new
extern inline int k(void) { return 3; }
int f(void) { return k(); }
