// exit 1
// old
struct game { int n; };
int round(struct game *);
int f(struct game *g) { round(g); return g->n; }
// new
struct game { int n; };
int round(struct game *);
int f(struct game *g) { int n = g->n; round(g); return n; }
