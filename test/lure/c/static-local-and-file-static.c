// exit 0
// old
int next(void) { static unsigned n = 3; return (int)(n++ & 255); }
// new
static unsigned count = 3;
int next(void) { return (int)(count++ & 255); }
