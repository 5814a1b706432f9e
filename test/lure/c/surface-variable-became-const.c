// exit 1
// old
int v = 3;
// new
const int v = 3;
