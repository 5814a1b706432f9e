// exit 1
// old
int helper(int);
int f(int x) { return helper(x); }
// new
int helper(int x) { return x; }
int f(int x) { return helper(x); }
