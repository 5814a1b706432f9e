// exit 1
// old
struct s { int a; };
struct s *v;
// new
struct s { int a; int b; };
struct s *v;
