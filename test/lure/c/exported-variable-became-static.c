// exit 1
// old
int level = 3;
int get(void) { return level; }
void set(int x) { level = x; }
// new
static int level = 3;
int get(void) { return level; }
void set(int x) { level = x; }
