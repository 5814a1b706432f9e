// exit 1
// old
struct s { unsigned a : 3; };
int f(int x) { struct s s = {0}; s.a = x & 7; return s.a; }
// new
struct s { signed a : 3; };
int f(int x) { struct s s = {0}; s.a = x & 7; return s.a; }
