// exit 1|3
// said thread
// old
static _Thread_local int n;
int f(void) { return n++ & 255; }
// new
static int n;
int f(void) { return n++ & 255; }
