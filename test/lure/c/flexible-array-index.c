// exit 1
// old
struct v { int n; int at[]; };
int f(struct v *v) { return v->n > 1 ? v->at[1] : 0; }
// new
struct v { int n; int at[]; };
int f(struct v *v) { return v->n > 1 ? v->at[0] : 0; }
