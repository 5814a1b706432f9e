// exit 0
// old
int one(struct s { int a; } *p) { return !p; }
int two(struct s { int a; int b; } *p) { return !p; }
// new
int two(struct s { int a; int b; } *p) { return !p; }
int one(struct s { int a; } *p) { return !p; }
