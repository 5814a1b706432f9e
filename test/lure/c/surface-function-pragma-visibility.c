// exit 1
// old
int f(int x) { return x + 1; }
// new
#pragma GCC visibility push(hidden)
int f(int x) { return x + 1; }
