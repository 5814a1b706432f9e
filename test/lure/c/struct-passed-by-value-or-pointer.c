// exit 1
// old
struct s { long a, b, c; };
long f(struct s s) { return s.b; }
// new
struct s { long a, b, c; };
long f(struct s *s) { return s->b; }
