// exit 1
// old
struct { int n; struct { int a, b; } in[2]; } v = {1, {{2, 3}, {4, 5}}};
// new
struct { int n; struct { int b, a; } in[2]; } v = {1, {{2, 3}, {4, 5}}};
