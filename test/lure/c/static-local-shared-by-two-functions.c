// exit 1
// old
int a(void) { static int n; n = (n + 1) & 7; return n; }
int b(void) { static int n; n = (n + 1) & 7; return n; }
// new
static int n;
int a(void) { n = (n + 1) & 7; return n; }
int b(void) { n = (n + 1) & 7; return n; }
