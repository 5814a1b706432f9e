// exit 3
// old
// file f.c
int f(int x) { return x; }
int g(int x) { return x; }
// file lib.map
V1 { global: f; g; local: *; };
// new
// file f.c
int f(int x) { return x; }
int g(int x) { return x; }
// file lib.map
V1 { global: f; local: *; };
