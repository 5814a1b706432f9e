// exit 1
// old
#define TWICE(x) ((x) * 2)
int f(int x) { return TWICE((x & 7) + 1); }
// new
#define TWICE(x) (x * 2)
int f(int x) { return TWICE((x & 7) + 1); }
