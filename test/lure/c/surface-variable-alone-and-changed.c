// exit 1
// old
int v = 3;
// new
int v = 4;
