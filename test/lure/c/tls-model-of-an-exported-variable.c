// exit 1|3
// old
__thread int level;
// new
int level;
