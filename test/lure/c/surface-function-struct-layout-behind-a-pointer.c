// exit 1
// old
struct s { char t; int a; };
int f(struct s *p) { return p == 0; }
// new
struct s { int a; char t; };
int f(struct s *p) { return p == 0; }
