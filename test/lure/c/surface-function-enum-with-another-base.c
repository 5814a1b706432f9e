// exit 1
// old
enum e { A };
int f(enum e *p) { return p == 0; }
// new
enum e { A = -1 };
int f(enum e *p) { return p == 0; }
