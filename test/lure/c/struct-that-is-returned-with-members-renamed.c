// exit 0
// old
struct R { int a, b; };
struct R f(int x) { struct R r = {.a = x, .b = 2}; return r; }
// new
struct R { int c, d; };
struct R f(int x) { struct R r = {.c = x, .d = 2}; return r; }
