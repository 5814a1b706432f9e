// The versions are the same on every input that a process can have: library
// functions need valid pointers, and objects do not reach past the end of memory.
#include <string.h>

struct S {
  long a, b;
};

int is_empty(const char *s) { return strlen(s) == 0; }
int is_same(const char *a, const char *b) { return memcmp(a, b, 2) == 0; }
int is_a(const char *s) { return strcmp(s, "a") == 0; }
int has_zero(const struct S *p) { return p->a == 0 || p->b == 0; }
