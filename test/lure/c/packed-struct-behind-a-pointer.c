// exit 1
// old
struct s { char a; int b; };
int f(struct s *p) { return p->b; }
// new
struct __attribute__((packed)) s { char a; int b; };
int f(struct s *p) { return p->b; }
