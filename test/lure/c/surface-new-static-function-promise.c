// exit 0
// says what they call by pointers, do what pure
// old
int run(int x) { return x * 3; }
// new
__attribute__((const)) static int take(int x) { return x * 3; }
int run(int x) { return take(x); }
