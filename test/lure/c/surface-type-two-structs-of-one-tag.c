// exit 1
// old
int one(struct s { int a; } *p) { return !p; }
int two(struct s { int a; int b; } *p) { return !p; }
// new
int one(struct s { int a; } *p) { return !p; }
int two(struct s { int a; float b; } *p) { return !p; }
