// exit 1
// old
// file a.c
extern const int limit;
int a(int x) { return x > limit; }
// file b.c
const int limit = 10;
// new
// file a.c
extern const int limit;
int a(int x) { return x > limit; }
