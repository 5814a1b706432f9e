// exit 0
// old
typedef int T;
extern int v;
// new
typedef int T;
extern int v;
