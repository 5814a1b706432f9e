// exit 1|3
// old
struct s { int a; };
int f(struct s *p) { return p->a; }
// new
struct s { int a, b; };
int f(struct s *p) { return p->a; }
