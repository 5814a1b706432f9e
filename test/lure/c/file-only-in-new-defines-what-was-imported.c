// exit 1|3
// old
// file a.c
int limit(void);
int a(int x) { return x > limit(); }
// new
// file a.c
int limit(void);
int a(int x) { return x > limit(); }
// file b.c
int limit(void) { return 3; }
