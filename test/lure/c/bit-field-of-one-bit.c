// exit 1
// old
struct s { signed a : 1; };
int f(int x) { struct s s = {0}; s.a = x & 1; return s.a; }
// new
struct s { signed a : 1; };
int f(int x) { return x & 1; }
