// exit 1
// old
struct in { int a, b; };
struct out { struct in *p; int n; };
struct out table = {(struct in[]){{1, 2}, {3, 4}}, 2};
int second(void) { return table.p[1].b; }
// new
struct in { int a, b; };
struct out { struct in *p; int n; };
struct out table = {(struct in[]){{1, 2}, {3, 5}}, 2};
int second(void) { return table.p[1].b; }
