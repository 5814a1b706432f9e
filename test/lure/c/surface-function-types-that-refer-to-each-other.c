// exit 0
// old
struct b;
struct a { struct b *x; };
struct b { struct a *y; };
int f(struct a *p) { return p == 0; }
// new
struct a;
struct b { struct a *y; };
struct a { struct b *x; };
int f(struct a *p) { return p == 0; }
