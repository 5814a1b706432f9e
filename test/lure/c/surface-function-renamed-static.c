// exit 0
// old
static int old_name(int x) { return x * 3; }
int f(int x) { return old_name(x); }
// new
static int new_name(int x) { return x * 3; }
int f(int x) { return new_name(x); }
