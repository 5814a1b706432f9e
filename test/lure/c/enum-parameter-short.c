// exit 1|3
// old
enum e { A, B };
enum e state = B;
int f(enum e *p) { return *p == B; }
// new
enum __attribute__((packed)) e { A, B };
enum e state = B;
int f(enum e *p) { return *p == B; }
