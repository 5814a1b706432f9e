// exit 1
// old
extern inline int h(int x) { return x + 1; }
// new
inline int h(int x) { return x + 1; }
