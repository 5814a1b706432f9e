// exit 1
// old
int getchar(void);
int f(void) { return getchar() < 0; }
// new
int getchar(void);
int f(void) { getchar(); return 0; }
