// exit 0
// says struct s *
// old
struct s { struct s *n; int a; };
int f(struct s *p) { return p == 0; }
// new
struct t { struct t *n; int a; };
int f(struct t *p) { return p == 0; }
