// exit 0
// old
int get(void) { return 3; }
// new
int level = 3;
int get(void) { return 3; }
