// exit 1
// says bit 4
// old
struct R { unsigned a : 4, b : 4; };
int f(const struct R *r) { return r->a; }
// new
struct R { unsigned b : 4, a : 4; };
int f(const struct R *r) { return r->b; }
