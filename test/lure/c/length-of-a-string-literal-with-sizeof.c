// exit 1
// old
int f(void) { return sizeof "abc"; }
// new
int f(void) { return sizeof "abc" - 1; }
