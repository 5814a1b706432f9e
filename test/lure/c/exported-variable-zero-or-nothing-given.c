// exit 0
// old
int level = 0;
int get(void) { return level; }
// new
int level;
int get(void) { return level; }
