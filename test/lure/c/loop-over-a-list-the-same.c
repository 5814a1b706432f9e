// exit 0
// old
struct node { struct node *next; int v; };
int f(struct node *p) { unsigned s = 0; while (p) { s += (unsigned)p->v; p = p->next; } return (int)s; }
// new
struct node { struct node *next; int v; };
int f(struct node *p) { unsigned s = 0; for (; p; p = p->next) s += (unsigned)p->v; return (int)s; }
