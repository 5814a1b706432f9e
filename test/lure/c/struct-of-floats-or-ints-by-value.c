// exit 1
// old
struct s { float a, b; };
int f(struct s s) { return s.a != s.a; }
// new
struct s { int a, b; };
int f(struct s s) { return s.a != s.a; }
