// exit 1|3
// said local
// old
int *last;
void f(int x) { static int keep; keep = x; last = &keep; }
// new
int *last;
void f(int x) { int keep = x; last = &keep; }
