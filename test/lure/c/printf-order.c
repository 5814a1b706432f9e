// exit 1
// old
#include <stdio.h>
void f(void) { printf("a"); printf("b"); }
// new
#include <stdio.h>
void f(void) { printf("b"); printf("a"); }
