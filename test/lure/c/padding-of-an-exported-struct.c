// exit 0
// old
struct s { char c; int i; };
struct s s = {1, 2};
// new
struct s { char c; int i; };
struct s s = {.i = 2, .c = 1};
