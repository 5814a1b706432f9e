// exit 1
// old
signed char f(int x) { return (signed char)x; }
// new
unsigned char f(int x) { return (unsigned char)x; }
