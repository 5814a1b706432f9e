// exit 1|3
// old
long abs(long, long);
long f(long x) { return abs(x, 1); }
// new
long abs(long, long);
long f(long x) { return x < 0 ? -x : x; }
