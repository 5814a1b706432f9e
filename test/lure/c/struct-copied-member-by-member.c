// exit 0|3
// old
struct s { int a, b; };
void f(struct s *d, struct s *s) { *d = *s; }
// new
struct s { int a, b; };
void f(struct s *d, struct s *s) { int a = s->a, b = s->b; d->a = a; d->b = b; }
