// exit 1
// old
struct s { int a; short b; };
struct s f(int x) { struct s s = {0}; s.a = x; s.b = 1; return s; }
// new
struct s { short b; int a; };
struct s f(int x) { struct s s = {0}; s.a = x; s.b = 1; return s; }
