// exit 1
// old
#include <stddef.h>
struct s { char a; short b; };
unsigned long f(void) { return offsetof(struct s, b); }
// new
#include <stddef.h>
struct __attribute__((packed)) s { char a; short b; };
unsigned long f(void) { return offsetof(struct s, b); }
