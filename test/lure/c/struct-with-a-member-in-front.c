// exit 1
// old
struct R { int a; int b; };
int f(const struct R *r) { return r->b; }
// new
struct R { int z; int a; int b; };
int f(const struct R *r) { return r->b; }
