// exit 0
// old
struct node { struct node *next; int v; };
extern struct node a;
struct node b;
struct node a = {&b, 1};
struct node b = {&a, 2};
// new
struct node { struct node *next; int v; };
struct node b;
extern struct node a;
struct node b = {&a, 2};
struct node a = {&b, 1};
