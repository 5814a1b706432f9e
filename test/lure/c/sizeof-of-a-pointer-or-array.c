// exit 1
// old
static char t[16];
unsigned long f(void) { return sizeof t; }
// new
static char t[16];
unsigned long f(void) { return sizeof &t; }
