// exit 1|3
// old
static unsigned char n;
int f(void) { n++; return n == 300; }
// new
static unsigned int n;
int f(void) { n++; return n == 300; }
