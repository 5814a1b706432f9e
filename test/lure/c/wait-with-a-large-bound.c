// exit 1|3
// options --effort 5
// old
int ready(void);
int f(void) { while (!ready()); return 1; }
// new
int ready(void);
int f(void) { int n = 0; while (!ready()) if (++n == 100000) return 0; return 1; }
