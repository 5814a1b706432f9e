// exit 0
// options --cflags=-fshort-enums
// old
enum e { A, B };
int f(enum e *p) { return *p == B; }
// new
enum e { A, B };
int f(enum e *p) { return *p != B ? 0 : 1; }
