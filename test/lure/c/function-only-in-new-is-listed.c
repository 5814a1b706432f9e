// exit 0
// says h
// old
int g(int x) { return x & 1; }
// new
int g(int x) { return x & 1; }
int h(int x) { return x & 3; }
