// exit 1
// old
struct node { struct node *next; };
int f(struct node *p) { int n = 0; while (p && n < 9) { p = p->next; n++; } return 0; }
// new
struct node { struct node *next; };
int f(struct node *p) { while (p) p = p->next; return 0; }
