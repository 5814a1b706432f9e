// exit 1
// options --cflags=-fshort-enums
// old
enum e { A, B };
enum w { C, D = 1000 };
int f(void) { return sizeof(enum e) == 1; }
// new
enum e { A, B };
enum w { C, D = 1000 };
int f(void) { return sizeof(enum w) == 1; }
