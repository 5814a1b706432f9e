// exit 0
// old
struct s;
struct s *v;
// new
struct s { int a; };
struct s *v;
