// exit 1
// old
struct node { struct node *next; int v; };
struct node a, b = {&a, 2}, a = {&b, 1};
// new
struct node { struct node *next; int v; };
struct node a, b = {&b, 2}, a = {&b, 1};
