// exit 0
// old
static int cb(int x) { return x; }
int (*table[])(int) = {cb};
// new
static int handler(int x) { return x; }
int (*table[])(int) = {handler};
