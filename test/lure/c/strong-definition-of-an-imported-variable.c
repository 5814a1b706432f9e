// exit 1|3
// old
extern int limit;
int f(int x) { return x > limit; }
// new
int limit = 10;
int f(int x) { return x > limit; }
