// exit 1
// old
int puts(int);
int f(int x) { return puts(x); }
// new
int puts(int);
int f(int x) { puts(x); return 1; }
