// exit 1
// old
short level = 3;
// new
int level = 3;
