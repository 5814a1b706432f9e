// exit 0
// old
int in(void);
int f(int x) { if (x) in(); return x ? 2 : 3; }
// new
int in(void);
int f(int x) { return x ? (in(), 2) : 3; }
