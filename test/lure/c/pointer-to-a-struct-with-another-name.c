// exit 0
// old
struct s { int a, b; };
int f(struct s *p) { return p->b; }
// new
struct t { int a, b; };
int f(struct t *p) { return p->b; }
