// exit 0
// old
#include <stdlib.h>
int in(void);
void f(void) { for (;;) if (in() == 3) exit(0); }
// new
#include <stdlib.h>
int in(void);
void f(void) { while (in() != 3); exit(0); }
