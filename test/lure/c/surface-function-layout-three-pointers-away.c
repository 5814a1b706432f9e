// exit 1
// old
struct c { int q; };
struct b { struct c *c; };
struct a { struct b *x; };
int f(struct a *p) { return p == 0; }
// new
struct c { short q; };
struct b { struct c *c; };
struct a { struct b *x; };
int f(struct a *p) { return p == 0; }
