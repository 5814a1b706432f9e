// exit 0
// old
struct a$1 { int x; };
int get(struct a$1 *p) { return p->x; }
// new
struct b$1 { int x; };
int get(struct b$1 *p) { return p->x; }
