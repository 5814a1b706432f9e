// exit 0
// old
struct s { int a; struct s *next; };
int one(struct s *p) { return !p; }
// new
struct s { int a; struct s *next; };
int one(struct s *p) { return !p; }
int two(struct s { char c; } *p) { return !p; }
