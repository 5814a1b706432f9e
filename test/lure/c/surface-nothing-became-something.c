// exit 0
// says v
// old
typedef int T;
// new
typedef int T;
int v;
