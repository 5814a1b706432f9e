// exit 1
// old
struct node { struct node *next; int v; };
static struct node c;
static struct node a;
static struct node b = {&c, 2};
static struct node c = {&a, 3};
static struct node a = {&b, 1};
struct node *head = &a;
// new
struct node { struct node *next; int v; };
static struct node c;
static struct node a;
static struct node b = {&c, 2};
static struct node c = {&a, 4};
static struct node a = {&b, 1};
struct node *head = &a;
