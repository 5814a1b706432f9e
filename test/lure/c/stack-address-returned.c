// exit 1|3
// said local
// old
static int cell;
int *f(int x) { cell = x; return &cell; }
// new
static int cell;
int *f(int x) { int y = x; int *p = &y; return p; }
