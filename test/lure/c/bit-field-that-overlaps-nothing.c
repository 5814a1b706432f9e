// exit 0
// old
struct s { unsigned a : 4, b : 4; };
void f(struct s *s) { s->a = 3; s->b = 5; }
// new
struct s { unsigned a : 4, b : 4; };
void f(struct s *s) { s->b = 5; s->a = 3; }
