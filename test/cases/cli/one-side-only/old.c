int kept(int x) { return x; }
int gone(int x) { return x + 1; }
static int helper_gone(int x) { return x + 2; }
int user(int x) { return helper_gone(x); }
int was_static(int x);
