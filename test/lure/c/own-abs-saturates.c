// exit 1
// old
int abs(int x) { return x < 0 ? x == -2147483647 - 1 ? 2147483647 : -x : x; }
// new
int abs(int x) { return x < 0 ? x == -2147483647 - 1 ? 0 : -x : x; }
