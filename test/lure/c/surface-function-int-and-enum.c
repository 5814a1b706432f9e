// exit 1
// old
int f(unsigned p) { return p == 7; }
// new
enum e { A };
int f(enum e p) { return p == 7; }
