// exit 1
// old
typedef struct { int a, b; } R;
int f(const R *r) { return r->a; }
// new
typedef struct { int b, a; } R;
int f(const R *r) { return r->b; }
