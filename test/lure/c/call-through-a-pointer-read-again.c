// exit 1|3
// old
struct ops { int (*get)(void); };
int f(struct ops *o) { int a = o->get() & 1; return a + (o->get() & 1); }
// new
struct ops { int (*get)(void); };
int f(struct ops *o) { int (*g)(void) = o->get; int a = g() & 1; return a + (g() & 1); }
