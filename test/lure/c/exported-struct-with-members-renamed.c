// exit 0
// old
struct s { int a, b; } state = {1, 2};
int f(void) { return state.a; }
// new
struct s { int x, y; } state = {1, 2};
int f(void) { return state.x; }
