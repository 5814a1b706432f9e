// exit 1
// old
int level = 3;
int get(void) { return level; }
// new
int level = 4;
int get(void) { return level; }
