// exit 1
// old
_Thread_local int level = 3;
int get(void) { return level; }
// new
_Thread_local int level = 4;
int get(void) { return level; }
