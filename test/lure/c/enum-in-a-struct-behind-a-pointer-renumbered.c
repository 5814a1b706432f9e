// exit 1
// old
enum R { LOW, HIGH };
struct P { enum R r; int n; };
int f(struct P *p) { return p->r == LOW ? p->n : 0; }
// new
enum R { HIGH, LOW };
struct P { enum R r; int n; };
int f(struct P *p) { return p->r == HIGH ? p->n : 0; }
