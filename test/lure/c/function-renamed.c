// exit 1
// old
int g(int x) { return x & 1; }
// new
int h(int x) { return x & 1; }
