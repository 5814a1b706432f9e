// exit 1
// old
struct s { unsigned a : 3, b : 5; };
int f(struct s *p) { return p == 0; }
// new
struct s { unsigned a : 4, b : 4; };
int f(struct s *p) { return p == 0; }
