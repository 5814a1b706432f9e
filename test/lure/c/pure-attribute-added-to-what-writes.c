// exit 1|3
// old
int n;
int f(int x) { n = x; return x; }
// new
int n;
__attribute__((pure)) int f(int x) { n = x; return x; }
