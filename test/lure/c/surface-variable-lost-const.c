// exit 1
// old
const int v = 3;
// new
int v = 3;
