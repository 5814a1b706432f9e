// exit 1
// old
#include <stdio.h>
void f(void) { fprintf(stderr, "x"); }
// new
#include <stdio.h>
void f(void) { fprintf(stdout, "x"); }
