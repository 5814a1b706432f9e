// exit 1
// old
struct s { int a, b; } state = {1, 2};
// new
struct s { int b, a; } state = {.a = 1, .b = 2};
