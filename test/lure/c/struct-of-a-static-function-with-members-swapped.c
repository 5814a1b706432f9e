// exit 0
// old
struct R { int a, b; };
static int g(const struct R *r) { return r->a; }
int f(int x) { struct R r = {x, x}; return g(&r); }
// new
struct R { int b, a; };
static int g(const struct R *r) { return r->b; }
int f(int x) { struct R r = {x, x}; return g(&r); }
