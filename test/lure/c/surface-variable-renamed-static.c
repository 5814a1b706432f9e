// exit 0
// old
static int count;
int f(void) { return count++; }
// new
static int calls;
int f(void) { return calls++; }
