// exit 0|3
// old
static unsigned char c;
int f(void) { return c++; }
// new
static unsigned c;
int f(void) { return c++ & 255; }
