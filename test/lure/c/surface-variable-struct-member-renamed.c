// exit 0
// old
struct s { int a; } v;
// new
struct s { int b; } v;
