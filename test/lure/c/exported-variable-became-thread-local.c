// exit 1|3
// old
int level = 3;
int get(void) { return level; }
// new
_Thread_local int level = 3;
int get(void) { return level; }
