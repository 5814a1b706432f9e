// exit 1
// old
#include <stdlib.h>
struct node { struct node *next; };
void f(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
// new
#include <stdlib.h>
struct node { struct node *next; };
void f(struct node *p) {
  while (p) {
    free(p);
    p = p->next;
  }
}
