// exit 1
// old
int ready(void);
int f(void) { while (!ready()); return 1; }
// new
int ready(void);
int f(void) { int n = 0; while (!ready()) if (++n == 5) return 0; return 1; }
