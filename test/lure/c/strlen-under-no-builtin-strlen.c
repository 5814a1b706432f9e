// exit 1|3
// options --cflags=-fno-builtin-strlen
// old
#include <stddef.h>
size_t strlen(const char *);
size_t f(const char *s) { strlen(s); return strlen(s); }
// new
#include <stddef.h>
size_t strlen(const char *);
size_t f(const char *s) { return strlen(s); }
