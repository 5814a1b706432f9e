// exit 1
// old
int f(signed char c) { return 1; }
// new
int f(unsigned char c) { return 1; }
