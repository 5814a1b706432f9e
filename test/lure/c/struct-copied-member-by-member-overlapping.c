// exit 1
// old
struct s { int a, b; };
void f(struct s *d, struct s *s) { int a = s->a, b = s->b; d->a = a; d->b = b; }
// new
struct s { int a, b; };
void f(struct s *d, struct s *s) { d->a = s->b; d->b = s->b; d->a = s->a; }
