// exit 1
// says use after free
// old
#include <stdlib.h>
struct node { struct node *next; int v; };
int f(struct node *p) {
  int s = p->v;
  free(p);
  return s;
}
// new
#include <stdlib.h>
struct node { struct node *next; int v; };
int f(struct node *p) {
  free(p);
  return p->v;
}
