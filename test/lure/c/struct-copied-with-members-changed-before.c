// exit 1
// old
struct s { int a, b; };
void f(struct s *d, struct s *s) { *d = *s; d->a = 0; }
// new
struct s { int a, b; };
void f(struct s *d, struct s *s) { d->a = 0; *d = *s; }
