// exit 1
// old
static void set(char *p) { p[0] = 'x'; }
int f(int n) { char b[4]; if (n == 7) set(b); return n; }
// new
static void set(char *p) { p[0] = 'x'; }
int f(int n) { if (n == 7) set("abc"); return n; }
