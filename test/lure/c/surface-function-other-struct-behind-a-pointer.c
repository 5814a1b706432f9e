// exit 1
// old
struct s { int a; };
int f(struct s *p) { return p == 0; }
// new
struct t { long a; };
int f(struct t *p) { return p == 0; }
