// exit 0
// old
int getchar(void);
int f(void) { return getchar() > 300; }
// new
int getchar(void);
int f(void) { getchar(); return 0; }
