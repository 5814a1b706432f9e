// exit 1
// old
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int in(void);
int f(int x) { int y = in(); return MAX(x, y); }
// new
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int in(void);
int f(int x) { return MAX(x, in()); }
