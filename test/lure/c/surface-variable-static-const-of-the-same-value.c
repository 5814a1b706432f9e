// exit 0
// old
static int limit = 10;
int get(void) { return limit; }
// new
static const int limit = 10;
int get(void) { return limit; }
