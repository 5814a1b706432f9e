// exit 1|3
// old
// file a.c
int f(void) { return 1; }
// file b.c
int k(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file b.c
int k(void) { return 1; }
int f(void) { return 1; }
