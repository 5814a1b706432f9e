// exit 1
// old
long f(int x) { return x ? -1 : 0; }
// new
long f(int x) { return x ? -1 : 0u; }
