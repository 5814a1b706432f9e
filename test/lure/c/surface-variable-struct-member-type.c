// exit 1
// old
struct s { int a; } v;
// new
struct s { unsigned a; } v;
