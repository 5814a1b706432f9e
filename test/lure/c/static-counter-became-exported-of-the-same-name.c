// exit 0
// old
static int count;
int get(void) { return 0; }
void put(int x) { count = x; }
// new
int count;
int get(void) { return 0; }
void put(int x) { count = x; }
