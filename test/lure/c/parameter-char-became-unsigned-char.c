// exit 1
// old
int f(signed char c) { return c & 1; }
// new
int f(unsigned char c) { return c & 1; }
