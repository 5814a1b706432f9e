// exit 0
// old
struct s { struct s *next; int a; };
struct s *v;
// new
typedef struct s S;
struct s { S *next; int a; };
S *v;
