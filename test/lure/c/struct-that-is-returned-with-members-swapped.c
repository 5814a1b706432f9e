// exit 1
// says struct R.a: place: byte 0 became byte 4
// old
struct R { int a, b; };
struct R f(int x) { struct R r = {.a = x, .b = 2}; return r; }
// new
struct R { int b, a; };
struct R f(int x) { struct R r = {.b = x, .a = 2}; return r; }
