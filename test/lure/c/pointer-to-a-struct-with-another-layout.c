// exit 1
// old
struct s { char a; int b; };
int f(struct s *p) { return p->b; }
// new
struct s { int b; char a; };
int f(struct s *p) { return p->b; }
