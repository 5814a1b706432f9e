// exit 1|3
// old
enum e { A, B };
int f(enum e x) { return x > B; }
// new
enum e { N = -1, A = 0, B };
int f(enum e x) { return x > B; }
