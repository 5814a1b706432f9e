// exit 1
// old
int level = 3;
// new
unsigned level = 3;
