// exit 1
// old
int v;
// new
typedef int T;
