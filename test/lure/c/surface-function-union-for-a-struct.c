// exit 1
// old
struct s { int a; int b; };
int f(struct s *p) { return p == 0; }
// new
union s { int a; int b; };
int f(union s *p) { return p == 0; }
