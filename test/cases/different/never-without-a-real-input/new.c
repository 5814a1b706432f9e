// The versions are the same on every input that a process can have: library
// functions need valid pointers, and objects do not reach past the end of memory.
#include <string.h>

struct S {
  long a, b;
};

int is_empty(const char *s) { return *s == 0; }
int is_same(const char *a, const char *b) { return a[0] == b[0] && a[1] == b[1]; }
int is_a(const char *s) { return s[0] == 'a' && s[1] == 0; }
int has_zero(const struct S *p) { return p->b == 0 || p->a == 0; }
