// exit 3
// old
void out(const int *);
static const int t[] = {1, 2};
void f(void) { out(t); }
// new
void out(const int *);
static const int t[] = {1, 3};
void f(void) { out(t); }
