// exit 0
// old
struct s { int n; int at[0]; } s = {4};
int f(void) { return s.n; }
// new
struct s { int n; int at[]; } s = {4};
int f(void) { return s.n; }
