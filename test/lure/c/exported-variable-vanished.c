// exit 1
// old
int level = 3;
int get(void) { return 3; }
// new
int get(void) { return 3; }
