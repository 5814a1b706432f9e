// exit 1
// old
int f(_Bool b) { return b; }
// new
int f(int b) { return b; }
