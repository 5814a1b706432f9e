// exit 1
// old
int next(void) { static int n = 0; return n++ & 255; }
// new
int next(void) { static int n = 1; return n++ & 255; }
