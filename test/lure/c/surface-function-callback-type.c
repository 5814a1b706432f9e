// exit 1
// old
int f(int (*cb)(int)) { return cb(1); }
// new
int f(int (*cb)(unsigned)) { return cb(1); }
